import { prepared } from '../../db/query.server.ts'
import { MESSAGE_WORDS, type messageRemarks } from '../../db/schema/messages.server.ts'
import { type InboxQuery, type MessageKind, type MessageState, partsOfAbout } from '../message-rules.ts'

export const MESSAGES_ON_PAGE = 30

/** The highest count of new messages. */
const MAX_COUNTED = 100

/** SQL expression: how many messages are new, at most MAX_COUNTED. */
export const NEW_MESSAGES = `(select count(*)::int
  from (select from messages where state = 'new' limit ${MAX_COUNTED}) new_ones)`

/** What every page loads for operators about the inbox. */
export type PlayerInbox = {
  /** How many messages are new, at most MAX_COUNTED; null for everybody else. */
  newMessages: number | null
}

/** A message in a list. */
export type ListedMessage = {
  id: number
  kind: MessageKind
  category: string
  name: string
  email: string
  subject: string
  /** The beginning of its text. */
  beginning: string
  rating: number | null
  state: MessageState
  createdAt: Date
  dueAt: Date
  /** Its cursor, as addresses contain it. */
  cursor: string
}

/**
 * Returns a page of messages: the `new` list by due date, the earliest first, the other lists with the latest due
 * first. `next` is the cursor of the next page, or null.
 */
export async function listMessages(query: InboxQuery): Promise<{ messages: ListedMessage[]; next: string | null }> {
  const { list, about, search, after } = query
  const [, micros = null, id = null] = CURSOR.exec(after) ?? []
  const { kind, category } = partsOfAbout(about)
  const values = [kind, category, micros, id, MESSAGES_ON_PAGE + 1]
  const text = listText(list, Boolean(search))
  const rows = await prepared<ListedMessage>(
    `inbox-${list}${search && '-search'}`,
    text,
    search ? [...values, patternOf(search)] : values,
  )
  const messages = rows.slice(0, MESSAGES_ON_PAGE)
  return { messages, next: rows.length > MESSAGES_ON_PAGE ? (messages.at(-1)?.cursor ?? null) : null }
}

/** A cursor: microseconds of the due date, and id. */
const CURSOR = /^(\d{1,17})\.([1-9]\d{0,8})$/

/** Returns a `like` pattern for texts that contain a term, in lower case. */
function patternOf(term: string): string {
  return `%${term
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
}

const CURSOR_OF = `(extract(epoch from due_at) * 1000000)::bigint || '.' || id`

/** Returns the id of the message after a cursor in a list, or null. */
export async function findNextMessage(query: InboxQuery, cursor: string): Promise<number | null> {
  const { messages } = await listMessages({ ...query, after: cursor })
  return messages[0]?.id ?? null
}

function listText(list: InboxQuery['list'], hasSearch: boolean): string {
  const [after, order] = list === 'new' ? ['>', 'due_at, id'] : ['<', 'due_at desc, id desc']
  return `
    select id, kind, category, name, email, subject, left(content, 400) as beginning, rating, state,
      created_at as "createdAt", due_at as "dueAt", ${CURSOR_OF} as cursor
    from messages
    where ${list === 'all' ? 'true' : `state = '${list}'`}
      and ($1::text is null or kind = $1) and ($2::text is null or category = $2)
      and ($3::bigint is null or (due_at, id) ${after}
        (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::int))
      ${hasSearch ? `and ${MESSAGE_WORDS} like $6` : ''}
    order by ${order} limit $5`
}

/** An operator's reply or note on a message. */
export type Remark = {
  id: number
  kind: 'answer' | 'note'
  operatorName: string
  content: string
  createdAt: string
} & Pick<typeof messageRemarks.$inferSelect, 'mail' | 'mailFault'>

export type Message = Omit<ListedMessage, 'beginning'> & {
  content: string
  /** The player who was signed in when it was written; null for a visitor. */
  username: string | null
  remarks: Remark[]
  /** Id of the newest act on it, which forms send back; 0 if there is none. */
  seen: number
}

/** Finds a message with its replies and notes; returns null if there is none. */
export async function findMessage(id: number): Promise<Message | null> {
  const [message] = await prepared<Message>('inbox-message', FIND, [id])
  return message ?? null
}

const FIND = `
  select m.id, m.kind, m.category, m.name, m.email, m.subject, m.content, m.rating, m.state,
    m.created_at as "createdAt", m.due_at as "dueAt",
    (select ${CURSOR_OF} from (select m.due_at, m.id) of_it) as cursor, p.username,
    coalesce((select json_agg(json_build_object('id', r.id, 'kind', r.kind, 'operatorName', r.operator_name,
      'content', r.content, 'mail', r.mail, 'mailFault', r.mail_fault, 'createdAt', r.created_at) order by r.id)
      from message_remarks r where r.message_id = m.id), '[]') as remarks,
    (select coalesce(max(a.id), 0) from operator_acts a where a.on_kind = 'message' and a.on_id = m.id::text) as seen
  from messages m left join players p on p.id = m.player_id where m.id = $1`
