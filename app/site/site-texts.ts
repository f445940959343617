import type { SiteCopy } from './site-copy.ts'

export type SocialLink = { label: string; href: string }

/** Texts in the footer of every page. */
export type FooterWords = { text: string; email: string; social: SocialLink[] }

/** The site copy as pages show it, grouped by place. */
export type SiteTexts = {
  tagline: string
  welcome: { title: string[]; intro: string }
  footer: FooterWords
  /** Whether words in blog posts become links. */
  hasAutoLinks: boolean
  /** Texts that replace actual counts. A text is empty if the operator set none. */
  counts: { games: string; genres: string; categories: Record<Genre, string> }
}

export type Genre = 'action' | 'adventure' | 'puzzle' | 'racing' | 'sports' | 'arcade' | 'shooting'

/**
 * Converts the edited texts to the form in which pages show them, and fills in the site's name. An address in the
 * settings takes precedence.
 */
export function siteTextsOf(
  edited: SiteCopy,
  { siteName, contactEmail }: { siteName: string; contactEmail: string | null },
): SiteTexts {
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

/** Parses a label and an https address, separated by a space. Returns null for any other line. */
export function readSocialLink(line: string): SocialLink | null {
  const at = line.lastIndexOf(' ')
  const [label, address] = [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1)]
  const url = URL.parse(address)
  return label && url?.protocol === 'https:' && !url.username && !url.password ? { label, href: url.href } : null
}

/** Returns the lines of a text, trimmed and without blank lines. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
