/** Levels: which points reach which, and how far it is to the next. */

/** Points at which levels 1 to 5 begin. */
export const LEVEL_THRESHOLDS = [0, 100, 300, 600, 1000] as const

/** The level (1 to 5) that so many points have reached. */
export const levelOf = (points: number): number => Math.max(1, LEVEL_THRESHOLDS.filter((threshold) => points >= threshold).length)

/** Per cent of the way from the shown level's own threshold to the next one, 0 to 100; level 5 is always 100. */
export function levelProgress(level: number, points: number): number {
  const from = LEVEL_THRESHOLDS[level - 1]
  const to = LEVEL_THRESHOLDS[level]
  if (from === undefined || to === undefined) return level >= LEVEL_THRESHOLDS.length ? 100 : 0
  return Math.min(100, Math.max(0, ((points - from) / (to - from)) * 100))
}
