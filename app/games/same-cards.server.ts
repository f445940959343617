import type { Card } from './card.server.ts'

const MAX_CARDS = 2000

/** By what they say, the one used longest ago first. */
const known = new Map<string, Card>()

/**
 * For each card the object that said the same before, where there was one lately: rows of many players have the same
 * cards, whose markup is then kept (lib/kept-markup.tsx).
 */
export function sameCards(cards: Card[]): Card[] {
  return cards.map((card) => {
    const text = JSON.stringify(card)
    const same = known.get(text) ?? card
    known.delete(text)
    known.set(text, same)
    for (const oldest of known.keys()) {
      if (known.size <= MAX_CARDS) break
      known.delete(oldest)
    }
    return same
  })
}
