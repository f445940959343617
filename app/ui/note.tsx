/** A message above the page about the previous action; `isFault` if that failed. */
export function Note({ text, isFault }: { text: string; isFault: boolean }) {
  return (
    <p className="note" role={isFault ? 'alert' : 'status'} data-tone={isFault ? 'error' : undefined}>
      {text}
    </p>
  )
}
