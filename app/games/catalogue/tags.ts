/** The tags that the tags page offers (docs/product.md#lists-by-tag). */
export const TAGS = [
  'fun', 'addictive', 'multiplayer', 'single-player', 'strategy', 'fast-paced', 'relaxing', 'challenging', 'puzzle',
  'action', 'adventure', 'racing', 'sports', 'educational', 'kids', 'adults', 'family-friendly', 'classic', 'retro',
  'modern', '3D', '2D', 'pixel-art', 'realistic', 'fantasy', 'sci-fi', 'horror', 'casual', 'fps', 'rpg', 'platformer',
  'shooter', 'simulation', 'open-world', 'sandbox', 'turn-based', 'real-time', 'roguelike', 'battle-royale', 'moba',
  'story-rich', 'atmospheric',
] // prettier-ignore

/** Tags shown before Show More, and the most games listed. */
export const TAGS_SHOWN = 12
export const TAGGED_LIMIT = 20

const CHOSEN_LIMIT = 20
/** Maximum characters parsed: each tag is compared with all others. */
const RAW_LIMIT = 2000

/**
 * Parses the comma-separated tags of an address: trimmed, without duplicates whatever the case, listed tags in the
 * list's spelling.
 */
export function parseTags(text: string): string[] {
  const given = text.slice(0, RAW_LIMIT).split(',').map(cleanTag).filter(Boolean)
  const spelled = given.map((tag) => TAGS.find((known) => isSameTag(known, tag)) ?? tag)
  return spelled.filter((tag, at) => spelled.findIndex((other) => isSameTag(other, tag)) === at).slice(0, CHOSEN_LIMIT)
}

export function isSameTag(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/** Trimmed and cut to 40 characters, none of them halved. */
function cleanTag(tag: string): string {
  return Array.from(tag.trim()).slice(0, 40).join('').trim()
}
