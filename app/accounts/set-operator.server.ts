import { preparedWrite } from '../db/query.server.ts'

/**
 * Gives or takes the operator role (decisions.md, Operator commands). Takes an e-mail address in any case; gives the
 * player with the address as it is kept and whether anything changed, or null where nobody has it. Acts on the
 * player's next request, since roles are read with each.
 */
export async function setOperator(
  email: string,
  isOperator: boolean,
): Promise<{ username: string; email: string; changed: boolean } | null> {
  const role = isOperator ? 'operator' : 'player'
  const [row] = await preparedWrite<{ username: string; email: string; changed: boolean }>('set-operator', SET, [
    email.trim().normalize('NFC').toLowerCase(),
    role,
  ])
  return row ?? null
}

const SET = `
  update players p set role = $2, updated_at = case when old.role = $2 then p.updated_at else now() end
  from (select id, role from players where email = $1 for update) old
  where p.id = old.id
  returning p.username, p.email, old.role <> $2 as changed`
