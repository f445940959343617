import { Check } from 'lucide-react'
import {
  ANSWER_CREDITS,
  AWARDS_A_DAY,
  commentCredits,
  earnsBonus,
  LOGIN_CREDITS,
  MINUTE_CREDITS,
  MINUTES_A_DAY,
  postCredits,
  SHARE_CREDITS,
  STREAK_CREDITS,
  STREAK_DAYS,
  streakLit,
  WHEEL,
} from './credit-rules.ts'
import type { Rewards } from './load-rewards.server.ts'

const { share: SHARES = 0, post: POSTS = 0, comment: COMMENTS = 0, answer: ANSWERS = 0 } = AWARDS_A_DAY
const LONG = 5000
const POST = {
  least: postCredits({ length: 0, hasMedia: false, hasTags: false, hasLink: false, type: 'discussion' }),
  most: postCredits({ length: LONG, hasMedia: true, hasTags: true, hasLink: true, type: 'showcase' }),
}
const COMMENT = { least: commentCredits({ length: 0 }), most: commentCredits({ length: LONG }) }

/** A table of the credits that each activity earns. Signed-in players also see today's progress. */
export function Earnings({ rewards }: { rewards: Rewards | null }) {
  const streak = rewards?.streak ?? 1
  const rows = [
    { what: 'First visit of the day', earns: `${LOGIN_CREDITS}`, today: 'Earned', isDone: true },
    {
      what: 'Playing',
      earns: `${MINUTE_CREDITS} a minute, up to ${MINUTES_A_DAY} a day`,
      today: `${rewards?.minutes} of ${MINUTES_A_DAY} minutes`,
      isDone: rewards?.minutes === MINUTES_A_DAY,
    },
    {
      what: 'Sharing a game',
      earns: `${SHARE_CREDITS} a game, up to ${SHARES} games a day`,
      today: `${rewards?.shares} of ${SHARES} games`,
      isDone: rewards?.shares === SHARES,
    },
    {
      what: 'Writing a post',
      earns: `${POST.least} to ${POST.most}, up to ${POSTS} posts a day`,
      today: `${rewards?.posts} of ${POSTS} posts`,
      isDone: rewards?.posts === POSTS,
    },
    {
      what: 'Commenting',
      earns: `${COMMENT.least} to ${COMMENT.most}, up to ${COMMENTS} comments a day`,
      today: `${rewards?.comments} of ${COMMENTS} comments`,
      isDone: rewards?.comments === COMMENTS,
    },
    {
      what: 'Answering',
      earns: `${ANSWER_CREDITS} for a comment marked as the answer, up to ${ANSWERS} answers a day`,
      today: `${rewards?.answers} of ${ANSWERS} answers`,
      isDone: rewards?.answers === ANSWERS,
    },
    {
      what: 'Coming back',
      earns: `${STREAK_CREDITS} for every ${STREAK_DAYS} days in a row`,
      today: `Day ${streakLit(streak)} of ${STREAK_DAYS}`,
      isDone: earnsBonus(streak),
    },
    {
      what: 'Daily wheel',
      earns: `${Math.min(...WHEEL)} to ${Math.max(...WHEEL)}`,
      today: rewards?.spun ? `${rewards.spun.credits} credits` : 'Not spun yet',
      isDone: Boolean(rewards?.spun),
    },
  ]
  return (
    <table className="earnings">
      <thead>
        <tr>
          <th scope="col">What you do</th>
          <th scope="col">Credits</th>
          {rewards && <th scope="col">Today</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ what, earns, today, isDone }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{earns}</td>
            {rewards && (
              <td>
                <span className="earnings-today" data-done={isDone || undefined}>
                  {today}
                  {isDone && <Check aria-label="done" />}
                </span>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
