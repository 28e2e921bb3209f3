/** @returns the ISO date (UTC) that is `months` months from today */
export function getDayInMonths(months: number): string {
  const day = new Date()
  day.setUTCMonth(day.getUTCMonth() + months)
  return day.toISOString().slice(0, 10)
}
