import type { runCommand } from '../portal/portal-process.ts'
import { addFault, type Tally } from './results.ts'

/** Log lines about progress, such as waiting. */
const PROGRESS = /^\{"level":"(?:info|warn)"/

/** A command that fails prints one line and exits with a code other than 0. */
export function expectOneLine(
  tally: Tally,
  what: string,
  { code, lines }: Pick<Awaited<ReturnType<typeof runCommand>>, 'code' | 'lines'>,
): void {
  const printed = lines.filter((line) => !PROGRESS.test(line))
  if (!code) addFault(tally, `${what} exited with ${code}`, lines)
  if (printed.length !== 1) addFault(tally, `${what} printed ${printed.length} lines`, lines)
  else if (printed[0]!.startsWith('{')) addFault(tally, `${what} printed no sentence`, lines)
}
