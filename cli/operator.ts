import { LastOperatorError, setOperator } from '../app/accounts/operators/set-operator.server.ts'
import { printError } from './command-line.ts'

/**
 * Runs `npm run portal -- operator add` (docs/product.md#operators) on an open database: prints the result and returns
 * the exit code.
 */
export async function addOperator(email: string): Promise<number> {
  const player = await setOperator(email, true)
  if (!player) return printError(`Nobody has signed up with ${email}`)
  console.log(`${player.email} (@${player.username}) is an operator ${player.changed ? 'now' : 'already'}`)
  if (!player.isConfirmed) {
    console.log(
      'This address is not confirmed, and anybody can sign up with it. ' +
        `If @${player.username} is not the right player, run: npm run portal -- operator remove ${player.email}`,
    )
  }
  return 0
}

/**
 * Runs `npm run portal -- operator remove` on an open database: prints the result and returns the exit code. `force`
 * also removes the last operator.
 */
export async function removeOperator(email: string, { force }: { force?: boolean } = {}): Promise<number> {
  try {
    const player = await setOperator(email, false, { force })
    if (!player) return printError(`Nobody has signed up with ${email}`)
    const who = `${player.email} (@${player.username})`
    console.log(player.changed ? `${who} is no longer an operator` : `${who} is not an operator; nothing was changed`)
    return 0
  } catch (error) {
    if (!(error instanceof LastOperatorError)) throw error
    return printError(`${email} is the last operator: add another one first, or repeat it with --force`)
  }
}
