import { expect, test } from 'vitest'
import { howToAddRow, LISTED_ROUTES } from './requests/listed-routes.ts'
import { ACCESS, ROWS } from './requests/rows.ts'

test('every route has a row that defines access', () => {
  const rows = new Set(ACCESS.map(({ route }) => route))
  for (const pattern of LISTED_ROUTES.keys())
    expect(rows, howToAddRow(`the route "${pattern}"`, pattern)).toContain(pattern)
  for (const { route } of ROWS)
    expect([...LISTED_ROUTES.keys()], `No route "${route}" is in app/routes.ts: remove its rows`).toContain(route)
})
