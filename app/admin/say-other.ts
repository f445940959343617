import { formatMoment } from '../lib/dates.ts'

/** What is said where somebody else saved a post since one began; whoever saves once more keeps their own. */
export function sayOther({ who, at }: { who: string; at: Date }): string {
  return `${who} saved this post on ${formatMoment(at)}, after you began. Save once more to keep yours: the other stays among the versions`
}
