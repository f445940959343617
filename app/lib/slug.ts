/** Letters that cannot be decomposed into a Latin letter and marks. */
const LATIN = new Map(Object.entries({
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h',
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l', м: 'm',
  н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch',
  ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya', є: 'ye', і: 'i', ї: 'yi', ґ: 'g',
  α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm', ν: 'n', ξ: 'x',
  ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o',
})) // prettier-ignore

/**
 * The number of characters of a title that are read. A title of this length almost always yields the slug's 80
 * characters.
 */
const RAW_LIMIT = 1000

/**
 * Converts a title to a part of a URL: lowercase Latin letters, digits and single hyphens, at most 80 characters.
 * Cyrillic and Greek are transliterated. Returns '' if the title has no convertible characters.
 */
export function slugify(title: string): string {
  // Transliterate twice: й and ё are separate letters that must not be decomposed first, but é and ã lose their marks
  // only when decomposed.
  const latin = transliterate(
    transliterate(title.slice(0, RAW_LIMIT).toLowerCase().normalize('NFC')).normalize('NFKD').replace(/\p{M}/gu, ''),
  )
  return latin
    .replace(/['’‘`´]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')
}

function transliterate(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  return Array.from(text, (letter) => LATIN.get(letter) ?? letter).join('')
}
