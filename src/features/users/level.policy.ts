/** Minimum points of levels 1 to 5. */
export const LEVEL_THRESHOLDS = [0, 100, 300, 600, 1000] as const

/** @returns the level, from 1 to 5 */
export const levelOf = (points: number): number => Math.max(1, LEVEL_THRESHOLDS.filter((threshold) => points >= threshold).length)

/** @returns the progress from the level's threshold to the next one, in per cent from 0 to 100; always 100 at level 5 */
export function levelProgress(level: number, points: number): number {
  const minPoints = LEVEL_THRESHOLDS[level - 1]
  const nextMinPoints = LEVEL_THRESHOLDS[level]
  if (minPoints === undefined || nextMinPoints === undefined) return level >= LEVEL_THRESHOLDS.length ? 100 : 0
  return Math.min(100, Math.max(0, ((points - minPoints) / (nextMinPoints - minPoints)) * 100))
}
