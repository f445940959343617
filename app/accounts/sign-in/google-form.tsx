import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { FormError } from '../../ui/fields/field.tsx'
import { Divider } from './auth-card.tsx'
import type { action } from './google.page.tsx'

type Props = {
  /** The text of the button. */
  children: string
  next: string
  /** Whether another form on the page is being submitted. */
  disabled: boolean
  onBusy: (isBusy: boolean) => void
}

/** The other way to sign in or up, below a divider with the text `or`. */
export function GoogleChoice({ or, ...form }: Props & { or: string }) {
  return (
    <>
      <Divider>{or}</Divider>
      <GoogleForm {...form} />
    </>
  )
}

/**
 * The button that leads to Google. The client script requests the URL and navigates to it. Without JavaScript, the
 * response is a page that redirects.
 */
function GoogleForm({ children, next, disabled, onBusy }: Props) {
  const form = useForm<typeof action>(null, { action: href('/login/google') })
  const [isLeaving, setLeaving] = useState(false)
  const isBusy = form.isBusy || isLeaving
  const url = form.done?.url

  useEffect(() => onBusy(isBusy), [isBusy, onBusy])
  useEffect(() => {
    if (!url) return
    setLeaving(true)
    location.assign(url)
    // The browser's Back button restores the page in its previous state, so the button must be enabled again.
    const back = () => setLeaving(false)
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [url])

  return (
    <Form of={form}>
      <input type="hidden" name="next" value={next} />
      <Submit of={form} look="outline" size="large" disabled={disabled || isLeaving}>
        <GoogleMark /> {children}
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}

const GOOGLE_G =
  'M12 10.6h9.8c.1.6.2 1.2.2 1.9 0 5.7-3.9 9.8-9.9 9.8A10.3 10.3 0 1 1 12 1.7c2.8 0 5.1 1 6.9 2.7l-2.9 2.8' +
  'A5.6 5.6 0 0 0 12 5.6a6.4 6.4 0 1 0 0 12.8c3.7 0 5.2-2.4 5.5-4H12z'

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
      <path d={GOOGLE_G} />
    </svg>
  )
}
