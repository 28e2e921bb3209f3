/** Days for the register's forms. */
export const today = (): string => new Date().toISOString().slice(0, 10)

export function dayAfterMonths(months: number): string {
  const day = new Date()
  day.setUTCMonth(day.getUTCMonth() + months)
  return day.toISOString().slice(0, 10)
}
