/** The secret of the portals under test, with which suites sign players in and forge sessions. */
export const SECRET = 'the secret of the portals under test'

/** As behind a proxy, so that each request can set its address in X-Forwarded-For. */
export const TEST_SETTINGS = { AUTH_SECRET: SECRET, TRUST_PROXY: '1' }
