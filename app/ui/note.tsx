/** A sentence above a page, on what was done just before; `isFault` where it was not. */
export function Note({ text, isFault }: { text: string; isFault: boolean }) {
  return (
    <p className="note" role={isFault ? 'alert' : 'status'} data-tone={isFault ? 'error' : undefined}>
      {text}
    </p>
  )
}
