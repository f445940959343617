/**
 * Default texts of the site, which operators can change at /admin/site (docs/product.md#short-texts). `{site}` is
 * replaced with the site's name. In the welcome, `{games}` is replaced with the number of games, rounded down.
 */
export const SITE_COPY = {
  /** Text next to the name in the title of the home page. */
  tagline: 'Free browser games',
  /** Title of the welcome board for visitors, including its line breaks. */
  welcomeTitle: 'Press play.\nThat’s it.',
  welcomeIntro:
    'Welcome to {site}: {games} free games that open right in your browser, with no download and no account.',
  footer: 'Free games that open in your browser. Nothing to install, no account needed: choose one and press play.',
  /** Shown to visitors if it is set. Otherwise they use the contact form. */
  contactEmail: '',
  /** One link per line, with its label before its address. */
  socialLinks: '',
  /** Whether words in blog posts become links (app/blog/publishing/link-words.server.ts): on or off. */
  autoLinks: 'on',
  /** Counts on /categories. If these texts are empty, the page shows the actual counts. */
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

/** The texts by name, as operators edit them and as they are stored. */
export type SiteCopy = typeof SITE_COPY
