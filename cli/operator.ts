import { LastOperatorError, setOperator } from '../app/accounts/operators/set-operator.server.ts'
import { complain } from './command-line.ts'

/**
 * `npm run portal -- operator add` (docs/product.md, Operators), with the database open: prints the result and returns
 * the exit code.
 */
export async function addOperator(email: string): Promise<number> {
  const player = await setOperator(email, true)
  if (!player) return complain(`Nobody has signed up with ${email}`)
  console.log(`${player.email} (@${player.username}) is an operator ${player.changed ? 'now' : 'already'}`)
  return 0
}

/**
 * `npm run portal -- operator remove`, with the database open: prints the result and returns the exit code. `force`
 * also removes the last operator.
 */
export async function removeOperator(email: string, { force }: { force?: boolean } = {}): Promise<number> {
  try {
    const player = await setOperator(email, false, { force })
    if (!player) return complain(`Nobody has signed up with ${email}`)
    const who = `${player.email} (@${player.username})`
    console.log(player.changed ? `${who} is no operator any more` : `${who} is no operator; nothing was changed`)
    return 0
  } catch (error) {
    if (!(error instanceof LastOperatorError)) throw error
    return complain(`${email} is the last operator: add another one first, or repeat it with --force`)
  }
}
