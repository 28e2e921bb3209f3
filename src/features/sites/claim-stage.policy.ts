/** How near the end of the time is in which a copy waits for its first administrator. */

/** `late`: the last two days. `over`: it is about to be retired. */
export const CLAIM_STAGES = ['early', 'late', 'over'] as const
export type ClaimStage = (typeof CLAIM_STAGES)[number]

const LATE_MS = 2 * 86_400_000

/** @param until ISO 8601 */
export function claimStage(until: string, now: number = Date.now()): ClaimStage {
  const left = Date.parse(until) - now
  if (left <= 0) return 'over'
  return left <= LATE_MS ? 'late' : 'early'
}
