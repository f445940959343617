/** Returns whether a form on this page has text that was not sent or not accepted. Call it only in the browser. */
export function isTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'form[method="post"] :is(input, textarea)',
  )
  return Array.from(fields).some(({ value, defaultValue }) => value !== defaultValue)
}
