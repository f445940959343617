/**
 * Messages that survive a redirect to a new document. A short-lived cookie contains the name of the message, and the
 * shell shows the message once.
 */

export type Notice = {
  title: string
  text?: string
  tone?: 'success' | 'neutral' | 'error'
  action?: { label: string; href: string }
}

const LOGIN = { label: 'Login', href: '/login' }

const NOTICES = {
  'signed-in': { title: 'Successfully signed in!' },
  'signed-out': { title: 'Signed out successfully' },
  created: { title: 'Account created successfully! Please check your email for verification.' },
  'confirmed-before': { title: 'Your email address is already confirmed', text: 'You can sign in.', action: LOGIN },
  'account-deleted': { title: 'Your account is deleted', text: 'Thank you for playing.' },
  'password-changed': { title: 'Your password is changed', text: 'Please sign in with the new one.' },
} satisfies Record<string, Notice>

export type NoticeName = keyof typeof NOTICES

/**
 * Must match the name that `noticeCookie` sets. On HTTPS, browsers refuse such a cookie from any other host or path.
 */
const COOKIE = /(?:^|; )((?:__Host-)?playhall_notice)=([a-z-]+)/

/** Returns the message that the last redirect left in this browser and deletes it; null if there is none. */
export function consumeNotice(): { name: NoticeName; toast: Notice } | null {
  const [, cookie, name] = COOKIE.exec(document.cookie) ?? []
  if (!cookie || !name) return null
  const secure = cookie.startsWith('__Host-') ? '; Secure' : ''
  // oxlint-disable-next-line unicorn/no-document-cookie -- the other way is asynchronous, and two pages would show it
  document.cookie = `${cookie}=; Path=/; Max-Age=0; SameSite=Lax${secure}`
  return Object.hasOwn(NOTICES, name) ? { name: name as NoticeName, toast: NOTICES[name as NoticeName] } : null
}

export function noticeOf(name: NoticeName): Notice {
  return NOTICES[name]
}
