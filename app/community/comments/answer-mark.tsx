import { CircleCheck } from 'lucide-react'
import { useRevalidator } from 'react-router'
import { useAction } from '../../forms/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/floating/toast.tsx'
import { COMMENT_MESSAGES } from './comment-rules.ts'
import { answerHref, commentHref } from '../community-href.ts'

export function AnswerBadge() {
  return (
    <span className="answer-badge">
      <CircleCheck aria-hidden="true" /> Answer
    </span>
  )
}

export function AnswerLink({ commentId }: { commentId: number }) {
  return (
    <a className="answer-badge" href={commentHref(commentId)}>
      <CircleCheck aria-hidden="true" /> Answered: go to the answer
    </a>
  )
}

type Props = { commentId: number; isAnswer: boolean; author: string }

/**
 * Lets the author of a Tips post mark or unmark a comment as the answer. It is a form, so that it works without
 * JavaScript.
 */
export function AnswerForm({ commentId, isAnswer, author }: Props) {
  const { revalidate } = useRevalidator()
  const { isBusy, act } = useAction()
  const method = isAnswer ? 'DELETE' : 'PUT'
  const label = isAnswer ? 'Unmark answer' : 'Mark as answer'

  const change = () =>
    act({
      method,
      path: answerHref(commentId),
      failed: COMMENT_MESSAGES.answerFailed,
      onDone: async () => {
        await revalidate()
        showToast({ title: isAnswer ? COMMENT_MESSAGES.unanswered : COMMENT_MESSAGES.answered })
      },
    })

  return (
    <form
      method="post"
      action={answerHref(commentId)}
      onSubmit={(event) => {
        event.preventDefault()
        change()
      }}
    >
      <Button
        type="submit"
        look="quiet"
        size="small"
        name="_method"
        value={method}
        aria-busy={isBusy || undefined}
        aria-label={`${label}: the comment by ${author}`}
      >
        {label}
      </Button>
    </form>
  )
}
