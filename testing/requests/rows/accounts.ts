import {
  ANYONE,
  form,
  HTML,
  NOT_SHARED,
  open,
  page,
  personal,
  personalForm,
  type Row,
  signInFirst,
  visitorOnly,
} from '../route-row.ts'

const ACCOUNT = { username: ANYONE, email: `${ANYONE}@mail.example`, password: 'some secret' }
const NO_LINK = { type: HTML, noindex: true, shows: ['This link does not work', 'Request a new link'] }
const NOT_CONFIRMED = { type: HTML, noindex: true, shows: ['This link does not work', 'Log in'] }
const toAccount = { location: signInFirst('/account') }

export const ACCOUNTS: Row[] = [...signingIn(), ...google(), ...links(), ...account(), ...ends()]

function signingIn(): Row[] {
  return [
    open('login', '/login?next=/games&failed=google', 200, {
      own: 302,
      type: HTML,
      cache: NOT_SHARED,
      shows: ['Failed to log in with Google'],
    }),
    ...visitorOnly(
      open('login', '/login', 200, {
        type: HTML,
        canonical: '/login',
        cache: NOT_SHARED,
        shows: ['Welcome Back', 'Sign in to continue to Playhall', 'Forgot password?', 'Sign up'],
        hides: ['Google'],
      }),
      open('login', '/login?failed=google&next=//evil.example', 200, {
        type: HTML,
        shows: ['Failed to log in with Google'],
        hides: ['evil'],
      }),
      form('login', {}, 400, { type: HTML, shows: ['Please enter a valid email address'] }),
    ),
    form('login', { email: ACCOUNT.email, password: ACCOUNT.password, next: '/' }, 401, { own: 302, type: HTML }),
    open('signup', '/signup?next=/games', 200, {
      own: 302,
      type: HTML,
      canonical: '/signup',
      cache: NOT_SHARED,
      shows: ['Create an Account', 'Sign up to join Playhall', 'Already have an account?'],
    }),
    ...visitorOnly(form('signup', {}, 400, { type: HTML, shows: ['You must agree to the terms and conditions'] })),
  ]
}

function google(): Row[] {
  const failed = { location: '/login?failed=google' }
  return [
    open('login/google', '/login/google', 200, { type: HTML, noindex: true, shows: ['Back to Login'] }),
    form('login/google', { next: '/' }, 303, { location: `${failed.location}&next=%2F` }),
    open('api/auth/callback/google', '/api/auth/callback/google?state=none&code=none&error=none', 302, failed),
    ...visitorOnly(open('api/auth/callback/google', '/api/auth/callback/google?code=x&state=y', 302, failed)),
  ]
}

/** Pages that mails link to. */
function links(): Row[] {
  return [
    open('forgot-password', '/forgot-password', 200, { type: HTML, noindex: true, shows: ['Forgot your password?'] }),
    form('forgot-password', { email: ACCOUNT.email }, 200, { type: HTML, noindex: true }),
    ...visitorOnly(form('forgot-password', {}, 400, { type: HTML, noindex: true })),
    open('reset-password', '/reset-password?token=none', 200, NO_LINK),
    ...visitorOnly(open('reset-password', '/reset-password', 200, NO_LINK)),
    form('reset-password', { token: 'none', password: ACCOUNT.password }, 400, { type: HTML, noindex: true }),
    ...visitorOnly(form('reset-password', {}, 400, { type: HTML, noindex: true })),
    open('verify-email', '/verify-email?token=none', 200, NOT_CONFIRMED),
    form('verify-email', { token: 'none', password: ACCOUNT.password }, 400, { type: HTML, noindex: true }),
    ...visitorOnly(form('verify-email', {}, 400, { type: HTML, noindex: true })),
  ]
}

function account(): Row[] {
  return [
    personal('account'),
    personal('account/profile'),
    personalForm('account/profile', { username: ANYONE, fullName: '' }, 303),
    personalForm('account/avatar', {}, 303, toAccount),
    personalForm('account/avatar/removal', {}, 303, toAccount),
    personal('account/password'),
    personalForm('account/password', { current: 'not mine', password: ACCOUNT.password }, 400),
    personal('account/sessions/:id/end', '/account/sessions/others/end'),
    personalForm('account/sessions/:id/end', {}, 303, {
      at: '/account/sessions/{session}/end',
      others: 404,
      ...toAccount,
    }),
    personal('account/data', '/account/data', toAccount),
    personal('account/delete'),
    personalForm('account/delete', { username: 'not-mine', current: 'not mine' }, 400),
    page('account/deleted', '/account/deleted', {
      canonical: '/account/deleted',
      noindex: true,
      shows: ['Your account is deleted', 'Browse Games'],
    }),
  ]
}

/** Last, because they end the session in use. */
function ends(): Row[] {
  return [
    open('logout', '/logout', 200, { type: HTML, noindex: true, shows: ['You are signed out'] }),
    form('signup', { ...ACCOUNT, terms: 'on', next: '/' }, 303),
    form('logout', {}, 303, { location: '/login' }),
  ]
}
