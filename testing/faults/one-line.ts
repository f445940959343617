import type { runCommand } from '../portal/portal-process.ts'
import { addFault, type Tally } from './results.ts'

/** Log lines about progress, such as waiting. */
const ON_THE_WAY = /^\{"level":"(?:info|warn)"/

/** A command that fails prints one line and exits with a code other than 0. */
export function expectOneLine(
  tally: Tally,
  what: string,
  { code, lines }: Pick<Awaited<ReturnType<typeof runCommand>>, 'code' | 'lines'>,
): void {
  const said = lines.filter((line) => !ON_THE_WAY.test(line))
  if (!code) addFault(tally, `${what} ended with ${code}`, lines)
  if (said.length !== 1) addFault(tally, `${what} said ${said.length} lines`, lines)
  else if (said[0]!.startsWith('{')) addFault(tally, `${what} said no sentence`, lines)
}
