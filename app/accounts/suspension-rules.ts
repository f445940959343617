import { formatMoment } from '../lib/dates.ts'

/** That somebody may not sign in, until when and why. */
export type Suspension = { until: Date; why: string }

/** What is said to who has shown that a suspended account is theirs, and to nobody else. */
export function suspendedSentence({ until, why }: Suspension): string {
  return `This account is suspended until ${formatMoment(until)}: ${why}`
}
