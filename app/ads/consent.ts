const KEY = 'playhall:ads'

export type Consent = 'yes' | 'no'

/**
 * Returns this browser's choice on ad cookies. Global Privacy Control counts as 'no'. If the visitor has not chosen,
 * returns null in the time zones of Europe, where the law requires consent first, and 'yes' elsewhere.
 */
export function readConsent(): Consent | null {
  if (hasGlobalPrivacyControl()) return 'no'
  const stored = read()
  return stored ?? (requiresConsent(Intl.DateTimeFormat().resolvedOptions().timeZone) ? null : 'yes')
}

/** Returns whether this browser sends Global Privacy Control. */
export function hasGlobalPrivacyControl(): boolean {
  return Boolean((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl)
}

/**
 * Returns whether the law of a time zone requires consent first, as in Europe with its overseas regions. Returns true
 * for an unknown time zone.
 */
export function requiresConsent(timeZone: string): boolean {
  return EUROPE.some((zones) => zones.test(timeZone)) || /^(UTC$|Etc\/|GMT|$)/.test(timeZone)
}

const EUROPE = [
  /^Europe\//,
  /^Atlantic\/(Azores|Canary|Faroe|Madeira|Reykjavik)/,
  /^Asia\/(Nicosia|Famagusta)/,
  /^Africa\/Ceuta/,
  /^Arctic\//,
  /^Indian\/(Mayotte|Reunion)/,
  /^America\/(Cayenne|Guadeloupe|Martinique|Marigot|St_Barthelemy)/,
]

/** Asks for consent with yes and no buttons of equal weight, and stores the answer. Calls `accepted` after a yes. */
export function askForConsent(accepted: () => void): void {
  const panel = document.createElement('section')
  panel.className = 'ad-ask'
  panel.setAttribute('aria-label', 'Ad cookies')
  const words = document.createElement('p')
  words.append(
    'Ads keep this site free. May the ad network set cookies in your browser? ',
    linkTo('/cookie-policy', 'Cookie policy'),
  )
  const actions = document.createElement('div')
  actions.className = 'buttons'
  const answer = (consent: Consent) => () => {
    keepConsent(consent)
    panel.remove()
    if (consent === 'yes') accepted()
  }
  actions.append(button('No ad cookies', answer('no')), button('Allow', answer('yes')))
  panel.append(words, actions)
  document.body.append(panel)
}

function linkTo(href: string, text: string): HTMLAnchorElement {
  return Object.assign(document.createElement('a'), { href, textContent: text, className: 'text-link' })
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const made = Object.assign(document.createElement('button'), { type: 'button', textContent: text })
  made.className = 'button button-secondary'
  made.addEventListener('click', onClick)
  return made
}

function read(): Consent | null {
  try {
    const found = localStorage.getItem(KEY)
    return found === 'yes' || found === 'no' ? found : null
  } catch {
    return null
  }
}

/** Stores a new answer. Scripts that the old answer allowed stay loaded until the document is unloaded. */
export function keepConsent(consent: Consent): void {
  try {
    localStorage.setItem(KEY, consent)
  } catch {
    // Storage is unavailable, so the next page asks again.
  }
}
