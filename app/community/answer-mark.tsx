import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { send, type SendError } from '../forms/send.ts'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast.tsx'
import { COMMENT_MESSAGES } from './comment-rules.ts'
import { answerHref, commentHref } from './community-href.ts'

/** Says that a comment is the answer to its post. */
export function AnswerBadge() {
  return (
    <span className="answer-badge">
      <CircleCheck aria-hidden="true" /> Answer
    </span>
  )
}

/** Leads from a post to its answer. */
export function AnswerLink({ commentId }: { commentId: number }) {
  return (
    <a className="answer-badge" href={commentHref(commentId)}>
      <CircleCheck aria-hidden="true" /> Answered: go to the answer
    </a>
  )
}

type Props = { commentId: number; isAnswer: boolean; author: string }

/** Has the author of a Tips post mark a comment as the answer. A form, so that it works without script. */
export function AnswerForm({ commentId, isAnswer, author }: Props) {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const method = isAnswer ? 'DELETE' : 'PUT'
  const label = isAnswer ? 'Unmark answer' : 'Mark as answer'

  async function change(): Promise<void> {
    if (isBusy) return
    setBusy(true)
    try {
      await send(method, answerHref(commentId))
      await revalidate()
      showToast({ title: isAnswer ? COMMENT_MESSAGES.unanswered : COMMENT_MESSAGES.answered })
    } catch (error) {
      showToast({ title: COMMENT_MESSAGES.answerFailed, text: (error as SendError).message, tone: 'error' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      method="post"
      action={answerHref(commentId)}
      onSubmit={(event) => {
        event.preventDefault()
        void change()
      }}
    >
      <Button
        type="submit"
        look="quiet"
        size="small"
        name="_method"
        value={method}
        aria-busy={isBusy || undefined}
        aria-label={`${label}: the comment of ${author}`}
      >
        {label}
      </Button>
    </form>
  )
}
