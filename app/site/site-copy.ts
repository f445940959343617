/**
 * Default texts of the site, which operators can change at /admin/site (docs/product.md#short-texts). `{site}` is
 * replaced with the site's name, and `{games}` in the welcome with the number of games, rounded down.
 */
export const SITE_COPY = {
  /** Next to the name in the title of the home page. */
  tagline: 'Free browser games',
  /** Title of the welcome board for visitors, with its line breaks. */
  welcomeTitle: 'Press play.\nThat’s it.',
  welcomeIntro:
    'Welcome to {site}: {games} free games that open right in your browser, with no download and no account.',
  footer: 'Free games that open in your browser. Nothing to install, no account needed: choose one and press play.',
  /** Shown to visitors if it is set; otherwise they use the contact form. */
  contactEmail: '',
  /** One link per line: its label, then its address. */
  socialLinks: '',
  /** Whether words in blog posts become links (app/blog/publishing/link-words.server.ts): on or off. */
  autoLinks: 'on',
  /** Counts on /categories; empty for the actual counts. */
  gamesCount: '',
  genresCount: '',
  actionCount: '',
  adventureCount: '',
  puzzleCount: '',
  racingCount: '',
  sportsCount: '',
  arcadeCount: '',
  shootingCount: '',
}

/** The texts by name, as they are edited and stored. */
export type SiteCopy = typeof SITE_COPY
