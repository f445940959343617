import { type AttemptName, countAttemptOf } from '../../app/server/http/count-attempts.server.ts'

/** Counts attempts as if requests had made them, without their password hashes. */
export async function countAttempts(name: AttemptName, who: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await countAttemptOf(name, who)
}
