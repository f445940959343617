import { ReportButton } from '../moderation/report-button.tsx'
import type { Profile } from './player-rules.ts'

/** A button to report a player, and a button to report only their picture, which operators can remove separately. */
export function ReportPlayer({ profile: { username, avatar } }: { profile: Profile }) {
  return (
    <>
      <ReportButton kind="player" id={username} name={username} />
      {avatar && <ReportButton kind="picture" id={avatar} name={`the picture of ${username}`} label="Report picture" />}
    </>
  )
}
