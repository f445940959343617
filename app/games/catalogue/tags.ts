/** The tags that the tags page offers (docs/product.md#lists-by-tag). */
export const TAGS = [
  'fun', 'addictive', 'multiplayer', 'single-player', 'strategy', 'fast-paced', 'relaxing', 'challenging', 'puzzle',
  'action', 'adventure', 'racing', 'sports', 'educational', 'kids', 'adults', 'family-friendly', 'classic', 'retro',
  'modern', '3D', '2D', 'pixel-art', 'realistic', 'fantasy', 'sci-fi', 'horror', 'casual', 'fps', 'rpg', 'platformer',
  'shooter', 'simulation', 'open-world', 'sandbox', 'turn-based', 'real-time', 'roguelike', 'battle-royale', 'moba',
  'story-rich', 'atmospheric',
] // prettier-ignore

/** The number of tags shown before Show More, and the maximum number of games listed. */
export const TAGS_SHOWN = 12
export const TAGGED_LIMIT = 20

const CHOSEN_LIMIT = 20
/** The maximum number of characters parsed, since each tag is compared with all others. */
const RAW_LIMIT = 2000

/**
 * Parses the comma-separated tags of a URL: trimmed, without duplicates (ignoring case), and with the list's spelling
 * if the list contains the tag.
 */
export function parseTags(text: string): string[] {
  const given = text.slice(0, RAW_LIMIT).split(',').map(cleanTag).filter(Boolean)
  const spelled = given.map((tag) => TAGS.find((known) => isSameTag(known, tag)) ?? tag)
  return spelled.filter((tag, at) => spelled.findIndex((other) => isSameTag(other, tag)) === at).slice(0, CHOSEN_LIMIT)
}

export function isSameTag(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/** Trims a tag and cuts it to 40 characters, never within a surrogate pair. */
function cleanTag(tag: string): string {
  return Array.from(tag.trim()).slice(0, 40).join('').trim()
}
