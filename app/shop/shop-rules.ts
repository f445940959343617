import { href } from 'react-router'
import { FREEZE_PRICE } from '../credits/credit-rules.ts'

/**
 * The items that credits buy (docs/product.md#shop). The drawings are in `frames/` in this folder and in
 * `app/players/backgrounds/`. Each file is named after the word in the item's id.
 */

export const LOOKS = ['frame', 'background'] as const
/** The kind of a look: a frame around the player's picture, or a background of the profile card. */
export type LookKind = (typeof LOOKS)[number]

/** Never change or reuse an `id`: the ledger, the rows of players and URLs contain it. */
export type Look = { id: string; kind: LookKind; name: string; about: string; price: number }

/** In the order in which the shop shows them, cheapest first. */
export const FRAMES: readonly Look[] = [
  look('frame', 'bulbs', 'House Lights', 'Twelve bulbs, all of them lit.', 60),
  look('frame', 'ticket', 'Ticket Stub', 'Torn along the holes.', 90),
  look('frame', 'film', 'Film Strip', 'One turn of the reel.', 120),
  look('frame', 'brass', 'Brass Ring', 'Polished before every show.', 160),
  look('frame', 'rope', 'Velvet Rope', 'For those who never queue.', 220),
  look('frame', 'sunburst', 'Sunburst', 'From over the entrance.', 300),
  look('frame', 'laurels', 'Laurels', 'Official selection.', 420),
  look('frame', 'marquee', 'Marquee', 'Your name in lights.', 600),
]
export const BACKGROUNDS: readonly Look[] = [
  look('background', 'curtain', 'Curtain', 'About to rise.', 80),
  look('background', 'popcorn', 'Popcorn', 'Warm, and a little salty.', 120),
  look('background', 'tickets', 'Tickets', 'Admit all of them.', 160),
  look('background', 'floor', 'Lobby Floor', 'Please do not run.', 200),
  look('background', 'fans', 'Picture Palace', 'Plaster and gold, 1928.', 260),
  look('background', 'searchlights', 'Opening Night', 'Searchlights over the roofs.', 340),
  look('background', 'skyline', 'Last Show', 'The town at dusk.', 440),
  look('background', 'lamps', 'Lamp Board', 'A thousand small lamps.', 600),
]

function look(kind: LookKind, word: string, name: string, about: string, price: number): Look {
  // Ids of backgrounds still begin with the former name of backgrounds.
  return { id: `${kind === 'background' ? 'ground' : kind}-${word}`, kind, name, about, price }
}

const BY_ID = new Map([...FRAMES, ...BACKGROUNDS].map((one) => [one.id, one]))

/** Finds a look by its id. Returns null for an unknown id. */
export function lookOf(id: string): Look | null {
  return BY_ID.get(id) ?? null
}

const REST = /^rest-([1-9]\d{0,5})$/

/**
 * Returns the id of a streak freeze from its number, which is 1 for the player's first freeze. Because of the number, a
 * repeated press cannot buy a second freeze.
 */
export function freezeItem(number: number): string {
  return `rest-${number}`
}

/** Finds the offer with an id: a look, or a streak freeze with its `number`. Returns null for an unknown id. */
export function offerOf(id: string): { name: string; price: number; number: number | null } | null {
  const number = REST.exec(id)?.[1]
  if (number !== undefined) return { name: 'Streak freeze', price: FREEZE_PRICE, number: Number(number) }
  const found = lookOf(id)
  return found && { name: `${found.name} ${found.kind}`, price: found.price, number: null }
}

/**
 * `purchaseHref` returns the path of the endpoint that sells an item, `wornHref` the path of the endpoint that
 * starts or stops the use of an owned item.
 */
export function purchaseHref(item: string): string {
  return href('/rewards/purchases/:item', { item })
}
export function wornHref(item: string): string {
  return href('/rewards/worn/:item', { item })
}

export const SHOP_MESSAGES = {
  unknown: 'This item doesn’t exist.',
  notOwned: 'You do not own this yet.',
  full: 'You already have the maximum number of streak freezes.',
  stale: 'The number of your streak freezes has changed. Please reload the page.',
  failed: 'That failed',
} as const
