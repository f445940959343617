import { href } from 'react-router'
import { z } from 'zod/mini'
import type { ReportReason } from '../../../db/schema/game-health.server.ts'

/** Visitors' reports of games (docs/product.md#reports-of-games). */

export const REASON_LABELS: Readonly<Record<ReportReason, string>> = {
  'does not load': 'It does not load',
  'wrong category': 'It is in the wrong category',
  offensive: 'It is offensive',
  'asks for money': 'It asks for money',
  other: 'Something else',
}

export const REASONS = Object.keys(REASON_LABELS) as ReportReason[]

export const gameReportRules = z.object({
  reason: z.enum(REASONS as [ReportReason, ...ReportReason[]], 'Please choose a reason'),
})

export const GAME_REPORTED = 'Thank you. We will check this game'
export const GAME_REPORT_FAILED = 'Your report was not sent'

export function reportGameHref(slug: string): string {
  return href('/games/:slug/report', { slug })
}
