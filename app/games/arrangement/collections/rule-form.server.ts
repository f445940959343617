/** Joins the ticked providers with commas, as `readRule` reads them. Returns the form. */
export function joinProviders(form: FormData): FormData {
  const ticked = form.getAll('provider').filter((value) => typeof value === 'string')
  form.set('providers', ticked.slice(0, 100).join(',').slice(0, 2000))
  return form
}
