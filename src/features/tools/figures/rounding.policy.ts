/** How a result is rounded for a reader: at the end only, and no finer than it is known. */

const roundTo = (value: number, step: number) => Math.round(value / step) * step

/** Pounds: to 5 above 100, else to 1. */
export const roundPounds = (pounds: number) => roundTo(pounds, Math.abs(pounds) > 100 ? 5 : 1)

/** Kilowatt-hours: to 10. */
export const roundKwh = (kwh: number) => roundTo(kwh, 10)
