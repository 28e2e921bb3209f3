/** Determines the day of reference values: prices and rules take effect at midnight in London, which in summer is 23:00 UTC. */
import { formatIsoDay } from '#wording/iso-day.ts'

/** Returns the current date in London as an ISO date, such as `2026-10-01`. */
export const currentDay = (now = Date.now()): string => formatIsoDay(now, 'Europe/London')
