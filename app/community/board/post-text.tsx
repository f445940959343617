import { useState } from 'react'
import { href } from 'react-router'
import { opens } from '../../ui/floating/opens.ts'
import { showToast } from '../../ui/floating/toast.tsx'
import { postHref } from '../community-href.ts'
import type { BoardPost } from './list-posts.server.ts'
import { POST_MESSAGES } from '../post-messages.ts'

/** Returns the element id of the link from a card to its post. */
export function postLinkId(id: number): string {
  return `post-${id}`
}

/**
 * The beginning of a post on its card, and the full text after `Read more`. Without JavaScript, `Read more` links to
 * the post. If the post has no title, the text is the link.
 */
export function PostWords({ post: { id, title, content, isCut } }: { post: BoardPost }) {
  const { text, isOpen, isBusy, toggle } = useFullText(id)
  const words = isOpen ? text : content
  return (
    <p className={isOpen ? 'post-card-open' : undefined} dir="auto">
      {title ? (
        words
      ) : (
        <a id={postLinkId(id)} href={postHref(id)}>
          {words}
        </a>
      )}{' '}
      {isCut && (
        <a
          className="post-card-more"
          href={postHref(id)}
          aria-expanded={isOpen}
          aria-busy={isBusy || undefined}
          onClick={opens(() => void toggle())}
        >
          {isOpen ? 'Read less' : 'Read more'}
        </a>
      )}
    </p>
  )
}

/** The full text of a post, fetched when it is first opened. */
function useFullText(id: number) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function toggle(): Promise<void> {
    if (isOpen || text) return setOpen(!isOpen)
    if (isBusy) return
    setBusy(true)
    try {
      setText(await fetchContent(id))
      setOpen(true)
    } catch {
      showToast({ title: POST_MESSAGES.restNotLoaded, tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return { text, isOpen, isBusy, toggle }
}

async function fetchContent(id: number): Promise<string> {
  const answer = await fetch(href('/community/:id/content', { id: String(id) }))
  if (!answer.ok) throw new Error(`The text of a post: ${answer.status}`)
  return ((await answer.json()) as { content: string }).content
}
