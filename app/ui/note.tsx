import { CircleAlert } from 'lucide-react'

/** Renders a message about the previous action above the page. `isFault` means that the action failed. */
export function Note({ text, isFault }: { text: string; isFault: boolean }) {
  return (
    <p className="note" role={isFault ? 'alert' : 'status'} data-tone={isFault ? 'error' : undefined}>
      {isFault && <CircleAlert aria-hidden="true" />}
      {text}
    </p>
  )
}
