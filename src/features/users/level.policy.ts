/** Minimum points of levels 1 to 5. */
export const LEVEL_THRESHOLDS = [0, 100, 300, 600, 1000] as const

/** @returns 1 to 5 */
export const levelOf = (points: number): number => Math.max(1, LEVEL_THRESHOLDS.filter((threshold) => points >= threshold).length)

/** @returns progress from the level's threshold to the next one in per cent, 0 to 100; level 5 is always 100 */
export function levelProgress(level: number, points: number): number {
  const from = LEVEL_THRESHOLDS[level - 1]
  const to = LEVEL_THRESHOLDS[level]
  if (from === undefined || to === undefined) return level >= LEVEL_THRESHOLDS.length ? 100 : 0
  return Math.min(100, Math.max(0, ((points - from) / (to - from)) * 100))
}
