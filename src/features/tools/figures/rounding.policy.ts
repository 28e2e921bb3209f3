/** Rounds results for display; calculations are not rounded. */

const roundTo = (value: number, step: number) => Math.round(value / step) * step

/** Rounds to £5 if the amount is above £100 or below −£100, else to £1. */
export const roundPounds = (pounds: number) => roundTo(pounds, Math.abs(pounds) > 100 ? 5 : 1)

/** Rounds to 10 kWh. */
export const roundKwh = (kwh: number) => roundTo(kwh, 10)
