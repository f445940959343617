import { formatDay } from '../lib/dates.ts'
import { formatCount } from '../lib/text.ts'
import { Avatar } from '../ui/avatar.tsx'
import type { Profile } from './player-rules.ts'

/**
 * The names, avatar, joining date and counts of a profile. `heading` makes the username the page's h1, which a dialog
 * does not need.
 */
export function ProfileHead({ profile, heading = false }: { profile: Profile; heading?: boolean }) {
  const { username, fullName, avatar, frame, background, joinedAt, posts, likes, comments, credits } = profile
  return (
    <div className="profile-head">
      {background && <div className="profile-background" data-background={background} aria-hidden="true" />}
      <div className="profile-face">
        <Avatar name={username} src={avatar} frame={frame} size="large" />
        <div>
          {heading && <h1>{username}</h1>}
          {fullName && <p className="profile-name">{fullName}</p>}
          <p className="quiet">Joined {formatDay(new Date(joinedAt))}</p>
        </div>
      </div>
      <dl className="profile-stats">
        <Stat label="Post" count={posts} />
        <Stat label="Like" count={likes} />
        <Stat label="Comment" count={comments} />
        <Stat label="Credit" count={credits} />
      </dl>
    </div>
  )
}

/** A count with its label. `label` is the singular. */
function Stat({ label, count }: { label: string; count: number }) {
  return (
    <div>
      <dt>{count === 1 ? label : `${label}s`}</dt>
      <dd>{formatCount(count)}</dd>
    </div>
  )
}
