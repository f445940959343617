/**
 * What the site says of itself where operators have not said otherwise at /admin/site (docs/product.md, Texts of the site). `{site}`
 * stands for its name, `{games}` in the welcome for how many games there are, rounded down.
 */
export const SITE_COPY = {
  /** Beside the name, in the title of the home page. */
  tagline: 'Free browser games',
  /** The welcome board, for visitors: a line of it a line. */
  welcomeTitle: 'Press play.\nThat’s it.',
  welcomeIntro:
    'Welcome to {site}: {games} free games that open right in your browser, with no download and no account.',
  footer: 'Free games that open in your browser. Nothing to install, no account needed: choose one and press play.',
  /** Shown to visitors if it is set; else they use the contact form. */
  contactEmail: '',
  /** A link a line: its label, then its address. */
  socialLinks: '',
  /** Whether words of blog posts become links (app/blog/link-words.server.ts): on or off. */
  autoLinks: 'on',
  /** Counts on /categories; empty for the true ones. */
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

/** The texts by name, as they are edited and kept. */
export type SiteCopy = typeof SITE_COPY
