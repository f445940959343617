/** What the site says of itself. An operator edits this file to make the portal speak with another voice. */
export const SITE_COPY = {
  tagline: 'Free browser games',
  /** The welcome board, for visitors. */
  welcomeTitle: ['Press play.', 'That’s it.'],
  welcomeIntro:
    'Welcome to {site}: more than 800 free games that open right in your browser, with no download and no account.',
  /** Without an imported feed there are fewer games than the sentence above promises. */
  welcomeIntroSmall: 'Welcome to {site}: free games that open right in your browser, with no download and no account.',
  footer:
    'Free games that open in your browser. Nothing to install, and nothing to sign up for: choose one and press play.',
  contactEmail: 'help@playhall.example',
  /** Shown as buttons in the footer. */
  socialLinks: [] as { label: string; href: string }[],
  /** Marketing strings of /categories, by slug. */
  categoryCounts: {
    action: '150+',
    adventure: '120+',
    puzzle: '200+',
    racing: '80+',
    sports: '90+',
    arcade: '110+',
    shooting: '70+',
  },
  gamesCount: '800+',
  genresCount: '7+',
} as const
