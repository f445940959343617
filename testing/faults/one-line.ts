import type { runCommand } from '../portal/portal-process.ts'
import { addFault, type Tally } from './results.ts'

/** Lines of the log that tell of the way, as that it waits. */
const ON_THE_WAY = /^\{"level":"(?:info|warn)"/

/** What cannot be done is said in one sentence, with a code that is not 0. */
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
