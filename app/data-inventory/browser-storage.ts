/**
 * This file lists all cookies and storage keys that this software sets in browsers. Tests compare the lists with the
 * code.
 */

/** `name` is the name in the browser. A `*` in it stands for a variable suffix. */
export type BrowserStorage = { name: string; what: string; until: string }

/** On https, most names begin with `__Host-`, so that browsers send the cookies to no other host. */
export const COOKIES: BrowserStorage[] = [
  {
    name: 'playhall_session',
    what: 'keeps you signed in; our scripts cannot read it',
    until: 'for 30 days after your last visit, or until you sign out',
  },
  {
    name: 'playhall_browser',
    what: 'a random number that lets you sign in from this browser even while strangers guess your password',
    until: 'for 180 days after you last signed in',
  },
  {
    name: 'playhall_note',
    what: 'carries the result of a form to the next page, which shows it',
    until: 'for a minute, or until it has been shown',
  },
  {
    name: 'playhall_notice',
    what: 'names a message for the next page, such as “signed in”',
    until: 'for a minute, or until it has been shown',
  },
  {
    name: 'playhall_state',
    what:
      'makes sure that the browser that comes back from Google is the one that went there; ' +
      'only when you sign in with Google',
    until: 'for five minutes, or until you are back',
  },
]

export const LOCAL_STORAGE: BrowserStorage[] = [
  {
    name: 'playhall:wishes',
    what: 'the games that you put on your wishlist without being signed in',
    until: 'until you sign in, when they move to your account',
  },
  {
    name: 'playhall:recent',
    what: 'the games that you played last without being signed in, for the row “Continue playing”',
    until: 'until you sign in, when they move to your account, or until you remove them from the row',
  },
  {
    name: 'playhall:saved:*',
    what: 'what a game that we host has saved, such as your best score',
    until: 'until the game removes it, or you clear the site’s data',
  },
  {
    name: 'playhall:draft:*',
    what: 'drafts of posts, comments and messages to us',
    until: 'until you send them, sign out, or someone else signs in',
  },
  {
    name: 'playhall:ads',
    what: 'whether you allow cookies of an ad network; only where this site shows ads and the law wants us to ask',
    until: 'until you clear the site’s data',
  },
]

export const SESSION_STORAGE: BrowserStorage[] = [
  {
    name: 'react-router-scroll-positions',
    what: 'how far you scrolled on the pages of a tab, so that going back returns you to the same place',
    until: 'until the tab is closed',
  },
  {
    name: 'remix-router-transitions',
    what: 'between which pages of a tab an animation ran, so that going back shows it again',
    until: 'until the tab is closed',
  },
  {
    name: 'react-router-manifest-version',
    what: 'that a tab has loaded a new release of the portal',
    until: 'until the tab is closed',
  },
]
