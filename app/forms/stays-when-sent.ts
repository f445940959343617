import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** The `shouldRevalidate` of a page whose form may delete what the page shows: a reload would no longer find it. */
export function staysWhenSent({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod && formMethod !== 'GET' ? false : defaultShouldRevalidate
}
