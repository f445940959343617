import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** `shouldRevalidate` of a page whose form removes what the page shows: a reload would no longer find it. */
export function staysWhenSent({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod && formMethod !== 'GET' ? false : defaultShouldRevalidate
}
