/** Days for the register's forms. */
import { currentDay } from '#features/figures/figure-day.policy.ts'

export const today = (): string => currentDay()

export function dayAfterMonths(months: number): string {
  const day = new Date()
  day.setUTCMonth(day.getUTCMonth() + months)
  return day.toISOString().slice(0, 10)
}
