import { useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { type DraftFields, DRAFT_MESSAGES, NEW_DRAFT } from '../blog-rules.ts'
import type { Saved } from './drafts.server.ts'
import { fieldText } from '../../forms/read-form.ts'
import { send, SendError } from '../../forms/send.ts'
import { clearDraft } from '../../forms/forget-draft.ts'

const AFTER_TYPING_MS = 1000
const AGAIN_MS = 10_000
/** How many saves without a response are remembered; each may have up to 200 KB. */
const MAX_UNANSWERED = 20

/** Name of a post's draft in the browser's storage. */
export const draftNameOf = (id: number) => `blog:${id}`

/**
 * `saving`: a request is under way, whatever is typed meanwhile. `stale`: the post was saved elsewhere, so this editor
 * has an old version.
 */
type Status = { is: 'still' | 'typed' | 'saving' | 'saved' | 'stale' } | { is: 'failed'; why: string }

const NAMES = Object.keys(NEW_DRAFT) as (keyof DraftFields)[]

const isSame = (one: DraftFields, other: DraftFields) => NAMES.every((name) => one[name] === other[name])

/** Returns what was typed into a form, by the names of a draft's fields. */
export function fieldsIn(form: HTMLFormElement): DraftFields {
  const data = new FormData(form)
  return Object.fromEntries(NAMES.map((name) => [name, fieldText(data, name)])) as DraftFields
}

/**
 * Saves a draft automatically, a second after typing stops (docs/product.md#drafts). `revision` is the version that the
 * next save begins from. Once it is stale, nothing more is saved until `overwrite`.
 */
export function useAutosave(id: number, begun: number, form: React.RefObject<HTMLFormElement | null>) {
  const [status, setStatus] = useState<Status>({ is: 'still' })
  const [revision, setRevision] = useState(begun)
  const at = useRef({ revision: begun, isDirty: false, isSending: false, timer: 0, unanswered: [] as DraftFields[] })

  async function put(overwrite = false) {
    const now = at.current
    clearTimeout(now.timer)
    if (!form.current || now.isSending) return
    now.isDirty = false
    now.isSending = true
    setStatus({ is: 'saving' })
    let next: Status
    try {
      const fields = fieldsIn(form.current)
      now.unanswered = [...now.unanswered.filter((sent) => !isSame(sent, fields)), fields].slice(-MAX_UNANSWERED)
      const body = { revision: now.revision, ...fields, ...(overwrite && { overwrite }) }
      const answer = await send<Saved>('PUT', href('/admin/blog/:id/draft', { id: String(id) }), body)
      next = statusOf(answer)
    } catch (error) {
      next = { is: 'failed', why: whyOf(error) }
      if (mayPass(error)) now.timer = window.setTimeout(() => void put(), AGAIN_MS)
    }
    now.isSending = false
    if (next.is === 'saved' && now.isDirty) return void put()
    if (next.is === 'saved') clearDraft(draftNameOf(id))
    setStatus(next)
  }

  function statusOf(answer: Saved): Status {
    const now = at.current
    if (answer.outcome === 'gone') return { is: 'failed', why: DRAFT_MESSAGES.gone }
    if (answer.outcome === 'stale') {
      const { newest } = answer
      if (!now.unanswered.some((sent) => isSame(sent, newest.fields))) return { is: 'stale' }
      // The newest version is an earlier one of this editor, whose response was lost.
      now.isDirty = true
    }
    now.revision = answer.outcome === 'stale' ? answer.newest.revision : answer.revision
    now.unanswered = []
    setRevision(now.revision)
    return { is: 'saved' }
  }

  const handleInput = () => {
    at.current.isDirty = true
    if (status.is === 'stale') return
    if (status.is !== 'failed' && !at.current.isSending) setStatus({ is: 'typed' })
    clearTimeout(at.current.timer)
    at.current.timer = window.setTimeout(() => void put(), AFTER_TYPING_MS)
  }
  // The browser has stored the last input; it is saved when the operator comes back.
  useEffect(() => {
    const now = at.current
    return () => clearTimeout(now.timer)
  }, [])

  return {
    status,
    revision,
    /** Call it after any input. */
    handleInput,
    save: () => void put(),
    /** Saves now, even if it was saved elsewhere since. */
    overwrite: () => void put(true),
  }
}

/** Operators' pages return a 404 to everybody else, so an expired session looks like a missing page. */
function whyOf(error: unknown): string {
  if (!(error instanceof SendError)) return String(error)
  return error.status === 404
    ? 'You may be signed out or no longer an operator. Sign in again in another tab to save it.'
    : error.message
}

/** Whether a retry may succeed: no connection, a portal that is busy or restarts, a session that is renewed. */
function mayPass(error: unknown): boolean {
  return (
    error instanceof SendError &&
    (error.status < 400 || error.status === 404 || error.status === 429 || error.status >= 500)
  )
}
