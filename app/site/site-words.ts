import type { SiteCopy } from './site-copy.ts'

export type SocialLink = { label: string; href: string }

/** What stands in the footer of each page. */
export type FooterWords = { text: string; email: string; social: SocialLink[] }

/** The texts of the site as pages show them, those of a place together. */
export type SiteWords = {
  tagline: string
  welcome: { title: string[]; intro: string }
  footer: FooterWords
  /** Whether words of blog posts become links. */
  hasAutoLinks: boolean
  /** Texts in place of counted numbers; empty where the operator gave none. */
  counts: { games: string; genres: string; categories: Record<Genre, string> }
}

export type Genre = 'action' | 'adventure' | 'puzzle' | 'racing' | 'sports' | 'arcade' | 'shooting'

/** The texts as they are edited, as pages of a site of this name show them; an address of the settings is the one that counts. */
export function siteWordsOf(
  edited: SiteCopy,
  { siteName, contactEmail }: { siteName: string; contactEmail: string | null },
): SiteWords {
  const filled = Object.entries(edited).map(([name, text]) => [name, text.replaceAll('{site}', () => siteName)])
  const copy = Object.fromEntries(filled) as SiteCopy
  return {
    tagline: copy.tagline,
    welcome: { title: linesOf(copy.welcomeTitle), intro: copy.welcomeIntro },
    footer: {
      text: copy.footer,
      email: contactEmail ?? copy.contactEmail,
      social: linesOf(copy.socialLinks).flatMap((line) => readSocialLink(line) ?? []),
    },
    hasAutoLinks: copy.autoLinks !== 'off',
    counts: {
      games: copy.gamesCount,
      genres: copy.genresCount,
      categories: {
        action: copy.actionCount,
        adventure: copy.adventureCount,
        puzzle: copy.puzzleCount,
        racing: copy.racingCount,
        sports: copy.sportsCount,
        arcade: copy.arcadeCount,
        shooting: copy.shootingCount,
      },
    },
  }
}

/** A label and an https address with a space between; null for anything else. */
export function readSocialLink(line: string): SocialLink | null {
  const at = line.lastIndexOf(' ')
  const [label, address] = [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1)]
  const url = URL.parse(address)
  return label && url?.protocol === 'https:' && !url.username && !url.password ? { label, href: url.href } : null
}

/** The lines of a text that have something in them. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
