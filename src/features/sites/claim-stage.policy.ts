/** Stages of the period in which a launched site can be claimed. */

/** `late`: the last two days. `over`: expired, the site is about to be retired. */
export const CLAIM_STAGES = ['early', 'late', 'over'] as const
export type ClaimStage = (typeof CLAIM_STAGES)[number]

const LATE_MS = 2 * 86_400_000

/** @param until ISO 8601 */
export function getClaimStage(until: string, now: number = Date.now()): ClaimStage {
  const remainingMs = Date.parse(until) - now
  if (remainingMs <= 0) return 'over'
  return remainingMs <= LATE_MS ? 'late' : 'early'
}
