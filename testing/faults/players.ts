import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { listed } from '../../app/db/listed.server.ts'
import { signedCookie } from '../../app/server/sessions/session.server.ts'
import { query } from '../portal/portal-database.ts'

export type Player = { id: string; email: string; cookie: string }

/** Inserts players with sessions directly into the database. */
export async function createPlayers(database: pg.ClientConfig, count: number): Promise<Player[]> {
  const made = Array.from({ length: count }, () => {
    const name = `fault_${randomBytes(5).toString('hex')}`
    return { name, email: `${name}@mail.example`, token: randomBytes(24).toString('base64url') }
  })
  const rows = await query<{ id: string; email: string }>(
    database,
    `with given as (select * from unnest($1::text[], $2::text[], $3::text[]) as t (name, email, token)),
      made as (insert into players (username, email, email_verified) select name, email, true from given returning id, email),
      begun as (insert into sessions (token, player_id, expires_at)
        select g.token, m.id, now() + interval '1 day' from made m join given g using (email))
    select id, email from made`,
    [made.map(({ name }) => name), made.map(({ email }) => email), made.map(({ token }) => token)],
  )
  const tokens = new Map(made.map(({ email, token }) => [email, token]))
  return rows.map(({ id, email }) => ({ id, email, cookie: signedCookie(tokens.get(email)!) }))
}

/** The ids of the games that can be added to a wishlist. */
export async function listGameIds(database: pg.ClientConfig): Promise<number[]> {
  const rows = await query<{ id: number }>(database, `select id from games g where ${listed('g')} order by id`)
  return rows.map(({ id }) => id)
}

/** The fields of a sign-up with a new name and address. */
export function newSignUp(): { username: string; email: string; password: string; terms: string } {
  const username = `fault_${randomBytes(5).toString('hex')}`
  return { username, email: `${username}@mail.example`, password: 'a lantern in the hall 7', terms: 'on' }
}
