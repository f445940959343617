import { useEffect, useState } from 'react'
import { href, useFetcher } from 'react-router'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/field.tsx'
import { showToast } from '../ui/toast.tsx'

type Props = {
  children: string
  next: string
  /** While another form of the page is being sent. */
  disabled: boolean
  onBusy: (isBusy: boolean) => void
}

/** The button that goes to Google. Our script asks for the address and leaves; without it the answer is a page that goes on. */
export function GoogleForm({ children, next, disabled, onBusy }: Props) {
  const fetcher = useFetcher<{ url: string } | { error: string }>()
  const [isLeaving, setLeaving] = useState(false)
  const answer = fetcher.data
  const isBusy = fetcher.state !== 'idle' || isLeaving

  useEffect(() => onBusy(isBusy), [isBusy, onBusy])
  useEffect(() => {
    if (!answer) return
    if ('error' in answer) return showToast({ title: answer.error, tone: 'error' })
    setLeaving(true)
    location.assign(answer.url)
    // Who comes back with the browser's button finds the page as it was left, and wants to press again.
    const back = () => setLeaving(false)
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [answer])

  return (
    <fetcher.Form method="post" action={href('/login/google')} className="form">
      <input type="hidden" name="next" value={next} />
      <Button type="submit" look="outline" size="large" disabled={disabled || isBusy}>
        <GoogleMark /> {children}
      </Button>
      <FormError error={answer && 'error' in answer && !isBusy ? answer.error : undefined} />
    </fetcher.Form>
  )
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
      <path d="M12 10.6h9.8c.1.6.2 1.2.2 1.9 0 5.7-3.9 9.8-9.9 9.8A10.3 10.3 0 1 1 12 1.7c2.8 0 5.1 1 6.9 2.7l-2.9 2.8A5.6 5.6 0 0 0 12 5.6a6.4 6.4 0 1 0 0 12.8c3.7 0 5.2-2.4 5.5-4H12z" />
    </svg>
  )
}
