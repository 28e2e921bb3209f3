/** @returns an ISO date (UTC), that many months from today */
export function getDayInMonths(months: number): string {
  const day = new Date()
  day.setUTCMonth(day.getUTCMonth() + months)
  return day.toISOString().slice(0, 10)
}
