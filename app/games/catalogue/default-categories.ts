/** The categories of the specification, until operators change them (docs/product.md#categories). */
export const CATEGORIES = [
  'Multiplayer', '2 Player', 'Action', 'Adventure', 'Basketball', 'Beauty', 'Bike', 'Car', 'Card', 'Casual', 'Clicker',
  'Controller', 'Dress Up', 'Driving', 'Escape', 'Flash', 'FPS', 'Horror', 'Jo', 'Mahjong', 'Minecraft', 'Pool',
  'Puzzle', 'Shooting', 'Soccer', 'Sports', 'Stickman', 'Tower Defense',
] as const // prettier-ignore

export type Category = (typeof CATEGORIES)[number]

/** The category of a game without a known one. */
export const DEFAULT_CATEGORY: Category = 'Casual'

/** Names that mean one of these categories, as slugs. Synonyms of operators come first. */
export const SYNONYMS: Readonly<Record<string, Category>> = {
  cars: 'Car',
  racing: 'Car',
  football: 'Soccer',
  arcade: 'Casual',
  simulation: 'Casual',
  strategy: 'Puzzle',
  rpg: 'Adventure',
  platform: 'Action',
  fighting: 'Action',
}

/** Tags that are synonyms of a category: slugs in the singular. */
export const TAG_SYNONYMS: Readonly<Record<string, Category>> = {
  'two-player': '2 Player', '2player': '2 Player', io: 'Multiplayer', pvp: 'Multiplayer',
  hair: 'Beauty', hairstyle: 'Beauty', makeover: 'Beauty', makeup: 'Beauty', nail: 'Beauty', spa: 'Beauty',
  bicycle: 'Bike', bmx: 'Bike', moto: 'Bike', motocross: 'Bike', motorbike: 'Bike', motorcycle: 'Bike',
  drift: 'Car', drifting: 'Car', racing: 'Car', supercar: 'Car', parking: 'Driving',
  poker: 'Card', solitaire: 'Card', idle: 'Clicker', scary: 'Horror', roomescape: 'Escape', 'room-escape': 'Escape',
  cutedressup: 'Dress Up', dressup: 'Dress Up', fashion: 'Dress Up', girlsdressup: 'Dress Up',
  'first-person-shooter': 'FPS', shooter: 'Shooting', 'shoot-em-up': 'Shooting', sniper: 'Shooting',
  '8-ball-pool': 'Pool', billiard: 'Pool', football: 'Soccer', sport: 'Sports',
  'tower-defence': 'Tower Defense', towerdefence: 'Tower Defense', towerdefense: 'Tower Defense',
} // prettier-ignore
