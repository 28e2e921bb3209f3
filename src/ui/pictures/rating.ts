/** The value kept within 0 to 5 and rounded to the nearest half; what is no number counts as 0. */
export function roundToHalf(value: number): number {
  return Math.round(withinFive(value) * 2) / 2
}

/** The figure beside the stars: one decimal, within 0 to 5. */
export function formatRating(value: number): string {
  return withinFive(value).toFixed(1)
}

function withinFive(value: number): number {
  return Number.isFinite(value) ? Math.min(5, Math.max(0, value)) : 0
}
