/** What a browser keeps of it. */
const KEY = 'playhall:ads'

export type Consent = 'yes' | 'no'

/**
 * What somebody said to cookies of the ad network; null where they are to be asked first: in the time zones of Europe, where
 * the law wants it. A browser that asks not to be tracked (Global Privacy Control) has said no.
 */
export function readConsent(): Consent | null {
  if (saysNoToAll()) return 'no'
  const said = read()
  return said ?? (asksFirst(Intl.DateTimeFormat().resolvedOptions().timeZone) ? null : 'yes')
}

/** Whether this browser asks every site not to follow its user (Global Privacy Control). */
export function saysNoToAll(): boolean {
  return Boolean((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl)
}

/** Whether the law where a time zone is wants a yes first: Europe, its islands and what belongs to its states. */
export function asksFirst(timeZone: string): boolean {
  return /^(Europe\/|Atlantic\/(Azores|Canary|Faroe|Madeira|Reykjavik)|Asia\/(Nicosia|Famagusta)|Africa\/Ceuta|Arctic\/|Indian\/(Mayotte|Reunion)|America\/(Cayenne|Guadeloupe|Martinique|Marigot|St_Barthelemy)|UTC$|Etc\/|GMT|$)/.test(
    timeZone,
  )
}

/** Asks, with a yes and a no that weigh the same; `accepted` is called after a yes. Whatever is said is kept. */
export function askForConsent(accepted: () => void): void {
  const panel = document.createElement('section')
  panel.className = 'ad-ask'
  panel.setAttribute('aria-label', 'Cookies for ads')
  const words = document.createElement('p')
  words.append(
    'Ads keep this hall free. May the ad network set cookies in your browser? ',
    linkTo('/cookie-policy', 'Cookie policy'),
  )
  const actions = document.createElement('div')
  actions.className = 'buttons'
  const answer = (consent: Consent) => () => {
    keepConsent(consent)
    panel.remove()
    if (consent === 'yes') accepted()
  }
  actions.append(button('No ads cookies', answer('no')), button('Allow', answer('yes')))
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

/** Takes another answer than the one before; what was loaded by then goes with the document. */
export function keepConsent(consent: Consent): void {
  try {
    localStorage.setItem(KEY, consent)
  } catch {
    // Then it is asked again on the next page.
  }
}
