/** Whether something is typed into a form of this page that was not sent, or not taken. For the browser. */
export function isTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'form[method="post"] :is(input, textarea)',
  )
  return Array.from(fields).some(({ value, defaultValue }) => value !== defaultValue)
}
