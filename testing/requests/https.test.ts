import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltPortal, startBuiltPortal } from '../portal/built-portal.ts'

/** A portal with a public https address. */

let portal: BuiltPortal
beforeAll(async () => {
  portal = await startBuiltPortal({ SITE_URL: 'https://playhall.example' })
})
afterAll(() => portal?.stop())

test('cookies are sent only over https and only to this host', async () => {
  const browser = portal.openBrowser()
  const fields = { username: 'mara', email: 'mara@mail.example', password: 'a good password', terms: 'on' }
  const signUp = await browser.post('/signup', fields)
  expect(signUp.status, signUp.text).toBe(303)
  const answers = [signUp, await browser.post('/logout', {})]
  const cookies = answers.flatMap(({ headers }) => headers['set-cookie'] ?? [])
  const names = new Set(cookies.map((cookie) => cookie.split('=')[0]))
  expect(names).toEqual(new Set(['__Host-playhall_session', '__Host-playhall_browser', '__Host-playhall_notice']))
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure(;|$)/)
})

test('every kind of response keeps browsers on https', async () => {
  const { text } = await portal.send('/')
  const assets = ['css', 'js'].map((ending) => new RegExp(`/assets/[^"]+\\.${ending}`).exec(text)![0])
  for (const at of ['/', '/favicon.svg', '/healthz', '/nowhere', ...assets])
    expect((await portal.send(at)).headers['strict-transport-security'], at).toBe('max-age=31536000')
})
