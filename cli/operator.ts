import { LastOperatorError, setOperator } from '../app/accounts/set-operator.server.ts'

const USAGE = 'Usage: npm run portal -- operator <add|remove> <e-mail> [--force]'

/**
 * `npm run portal -- operator` (docs/product.md, Operators). Takes the arguments behind `operator`, with the database
 * open; prints, and gives the exit code.
 */
export async function runOperator(args: string[]): Promise<number> {
  const force = args.includes('--force')
  const [verb, email, ...more] = args.filter((word) => word !== '--force')
  if (verb !== 'add' && verb !== 'remove')
    return complain(verb ? `there is no "operator ${verb}"` : 'say add or remove', USAGE)
  if (!email) return complain('the e-mail address is missing', USAGE)
  if (more.length) return complain(`one address at a time: ${more.join(' ')} is too much`, USAGE)
  const player = await setOperator(email, verb === 'add', { force }).catch((error: unknown) => {
    if (error instanceof LastOperatorError) return 'last' as const
    throw error
  })
  if (player === 'last')
    return complain(`${email} is the last operator: add another one first, or repeat it with --force`)
  if (!player) return complain(`Nobody has signed up with ${email}`)
  const who = `${player.email} (@${player.username})`
  if (verb === 'add') console.log(player.changed ? `${who} is an operator now` : `${who} is an operator already`)
  else console.log(player.changed ? `${who} is no operator any more` : `${who} is no operator; nothing was changed`)
  return 0
}

/** Each in one line; an address that someone typed may have any characters. */
function complain(...messages: string[]): number {
  for (const message of messages) console.error(message.replace(/\p{Cc}+/gu, ' '))
  return 1
}
