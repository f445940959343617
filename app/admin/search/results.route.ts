import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { cleanTerm } from '../../games/search/search-rules.ts'
import type { Route } from './+types/results.route'
import { searchConsole } from './search-console.server.ts'
import type { ConsoleResults } from './search-rules.ts'

/** GET `/admin/search/results?q=`: suggestions for the console's search, JSON `ConsoleResults`. */
export async function loader({ request }: Route.LoaderArgs) {
  const staff = await requireStaff(request)
  const term = cleanTerm(new URL(request.url).searchParams.get('q') ?? '')
  return Response.json({ groups: await searchConsole(staff, term) } satisfies ConsoleResults)
}
