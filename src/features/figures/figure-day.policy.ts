/** The day of the register: prices and rules of these nations begin at midnight in London, in summer an hour before that of UTC. */
import { formatIsoDay } from '#wording/iso-day.ts'

/** `2026-10-01`. */
export const currentDay = (now = Date.now()): string => formatIsoDay(now, 'Europe/London')
