/**
 * The colours of a poster: background, shapes on it, symbol and bulbs. `ink` is legible on both `ground` and `shape`.
 */
export type Palette = { ground: string; shape: string; ink: string; bulb: string }

const CREAM = '#fbf3e4'
const AMBER = '#ffb938'

/** A dozen light and dark palettes, so that posters of many games look like one series. */
export const PALETTES = {
  night: { ground: '#15293b', shape: '#22425c', ink: CREAM, bulb: AMBER },
  teal: { ground: '#0d5457', shape: '#156c6d', ink: CREAM, bulb: AMBER },
  forest: { ground: '#1d4a33', shape: '#2b6144', ink: CREAM, bulb: AMBER },
  sea: { ground: '#1f4b86', shape: '#2c5f9f', ink: CREAM, bulb: AMBER },
  wine: { ground: '#651c30', shape: '#82304a', ink: CREAM, bulb: AMBER },
  rust: { ground: '#8f3617', shape: '#a84822', ink: CREAM, bulb: '#ffd27a' },
  coral: { ground: '#ee6f55', shape: '#f68d72', ink: '#250a0c', bulb: CREAM },
  marigold: { ground: '#f3b53a', shape: '#f9ca68', ink: '#2b1a07', bulb: '#a3381c' },
  sand: { ground: '#f0dfbd', shape: '#e3ca98', ink: '#2a1c12', bulb: '#c4492f' },
  sky: { ground: '#9ed2e5', shape: '#bfe2ee', ink: '#0b2838', bulb: '#b23c22' },
  mint: { ground: '#a5d6b6', shape: '#c3e5cd', ink: '#0c3021', bulb: '#b23c22' },
  rose: { ground: '#eba79d', shape: '#f3bfb6', ink: '#381015', bulb: CREAM },
} satisfies Record<string, Palette>

type Name = keyof typeof PALETTES

/** Three palettes per category slug; posters of one category vary among them. */
const BY_CATEGORY = new Map<string, [Name, Name, Name]>(
  Object.entries({
    multiplayer: ['sea', 'coral', 'sky'],
    '2-player': ['coral', 'sea', 'sand'],
    action: ['coral', 'night', 'marigold'],
    adventure: ['forest', 'sand', 'rust'],
    basketball: ['rust', 'marigold', 'night'],
    beauty: ['rose', 'wine', 'sand'],
    bike: ['marigold', 'teal', 'coral'],
    car: ['night', 'marigold', 'coral'],
    card: ['wine', 'forest', 'sand'],
    casual: ['sky', 'marigold', 'mint'],
    clicker: ['marigold', 'sea', 'mint'],
    controller: ['sea', 'night', 'sand'],
    'dress-up': ['rose', 'teal', 'wine'],
    driving: ['teal', 'coral', 'sand'],
    escape: ['night', 'rust', 'teal'],
    flash: ['marigold', 'wine', 'sky'],
    fps: ['forest', 'night', 'rust'],
    horror: ['night', 'wine', 'rust'],
    jo: ['sky', 'coral', 'mint'],
    mahjong: ['forest', 'wine', 'sand'],
    minecraft: ['mint', 'forest', 'sky'],
    pool: ['teal', 'forest', 'mint'],
    puzzle: ['teal', 'sand', 'coral'],
    shooting: ['rust', 'night', 'mint'],
    soccer: ['forest', 'mint', 'sky'],
    sports: ['sea', 'marigold', 'mint'],
    stickman: ['sand', 'coral', 'night'],
    'tower-defense': ['sand', 'forest', 'sea'],
  }),
)

/** Returns the palette of a game's poster: one of its category's three, or of three defaults. */
export function paletteOf(category: string, variant: number): Palette {
  const names = BY_CATEGORY.get(category) ?? ['night', 'sand', 'teal']
  return PALETTES[names[variant % 3]!]
}
