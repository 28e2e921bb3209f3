/** When the author of a review can report how the product is going. The browser loads this module, so it must not import zod. */
export const UPDATE_CONTENT_MAX = 1000

/** Months after the review, ascending. */
export const UPDATE_PERIODS = [12, 24] as const
export type UpdatePeriod = (typeof UPDATE_PERIODS)[number]

/** Duration of a period. Years of 365 days, so that adding and subtracting a period are exact opposites. */
export const periodMs = (months: UpdatePeriod): number => (months / 12) * 365 * 86_400_000

/**
 * Returns the latest period that has passed since the review.
 * @param createdAt time of the review in ISO 8601
 * @param now milliseconds since the epoch
 */
export const findUpdatePeriod = (createdAt: string, now: number): UpdatePeriod | undefined =>
  UPDATE_PERIODS.findLast((months) => Date.parse(createdAt) + periodMs(months) <= now)

/** Returns the key of the notice that asks the author of a review. */
export const questionKey = (reviewId: number, months: UpdatePeriod): string => `review:${reviewId}:after-${months}`
