import { useEffect, useState } from 'react'
import { useSite } from '../site/use-site.ts'
import { type Consent, keepConsent, readConsent, hasGlobalPrivacyControl } from './consent.ts'
import { reloadPage } from '../lib/reload-page.ts'

const STATUS = {
  yes: 'The ad network may set cookies in this browser.',
  no: 'This browser does not load the ad network.',
}

/** Shows this browser's choice on ad cookies, with buttons to change it. Renders nothing if the site has no ads. */
export function AdChoice() {
  const { ads } = useSite()
  const [choice, setChoice] = useState<Consent | null | undefined>()
  useEffect(() => setChoice(readConsent()), [])
  if (!ads || choice === undefined) return null
  const change = (consent: Consent) => () => {
    keepConsent(consent)
    reloadPage()
  }
  return (
    <section className="ad-choice" aria-labelledby="ad-choice">
      <h2 id="ad-choice">Your choice about ads</h2>
      <p>{choice ? STATUS[choice] : 'You have not been asked yet. The ad network is not loaded unless you agree.'}</p>
      {hasGlobalPrivacyControl() ? (
        <p>Your browser sends Global Privacy Control, which we treat as a no.</p>
      ) : (
        <div>
          {choice !== 'no' && (
            <button type="button" className="button button-secondary" onClick={change('no')}>
              No ad cookies
            </button>
          )}
          {choice !== 'yes' && (
            <button type="button" className="button button-secondary" onClick={change('yes')}>
              Allow
            </button>
          )}
        </div>
      )}
    </section>
  )
}
