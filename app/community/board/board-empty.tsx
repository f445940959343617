import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { BoardQuery } from './board-query.ts'
import { boardHref } from '../community-href.ts'
import { NewPostButton } from '../posts/form/new-post-dialog.tsx'
import { TYPE_LABELS } from '../post-rules.ts'

/** Shown in place of an empty list, with a suggestion for what to do next. */
export function BoardEmpty({ query }: { query: BoardQuery }) {
  const { type, after } = query
  return (
    <EmptyState
      title="No posts found"
      action={
        after ? (
          <ButtonLink look="primary" href={boardHref({ ...query, type: type ?? undefined, after: '' })}>
            Show previous posts
          </ButtonLink>
        ) : (
          <NewPostButton {...(type && { type })}>Create the first post</NewPostButton>
        )
      }
    >
      {messageFor(query)}
    </EmptyState>
  )
}

function messageFor({ tab, type, search, after }: BoardQuery): string {
  const isOwn = tab === 'my-posts'
  const kind = type ? ` under ${TYPE_LABELS[type].filter}` : ''
  if (after) return 'There are no older posts.'
  if (search)
    return `${isOwn ? 'None of your posts' : 'No posts'}${kind} match "${search}". Try fewer or different words.`
  if (isOwn) return `You have not posted anything${kind} yet. Your posts appear here, even while they are pending.`
  return type
    ? `There are no posts${kind} yet.`
    : 'There are no posts yet. Ask a question, or share what you have discovered.'
}
