/** Fields that the contracts of all screened posts share. */
import { z } from '#platform/contract/zod.ts'
import { WAITING_REASON_CODES } from './waiting-reason.policy.ts'

export const WaitingReasonSchema = z.enum(WAITING_REASON_CODES)

/** Reason in the lists for moderators. */
export const WaitingReasonDetail = z.object({ code: WaitingReasonSchema, score: z.number(), detail: z.string().optional() })

/** Fields by which programs that send spam give themselves away. */
export const spamTrapFields = {
  /** Milliseconds from opening to sending the form. */
  typingMs: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** A hidden field of the form; leave it empty. */
  homepage: z.string().max(500).optional(),
}
