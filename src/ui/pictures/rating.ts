/** Clamps a rating to 0–5 and rounds it to the nearest half; NaN counts as 0. */
export function roundToHalf(value: number): number {
  return Math.round(clampRating(value) * 2) / 2
}

/** Formats a rating with one decimal, clamped to 0–5; NaN counts as 0. */
export function formatRating(value: number): string {
  return clampRating(value).toFixed(1)
}

function clampRating(value: number): number {
  return Number.isFinite(value) ? Math.min(5, Math.max(0, value)) : 0
}
