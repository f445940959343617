/** The secret of the portals under test: suites sign players in, and forge sessions, by themselves. */
export const SECRET = 'the secret of the portals under test'

/** As behind a proxy, so that each request can say in X-Forwarded-For where it comes from. */
export const TEST_SETTINGS = { AUTH_SECRET: SECRET, TRUST_PROXY: '1' }
