/** Decides what happens to current periods when a value is added: periods within the new one are superseded, and one that began earlier is cut to end on the day before. */
import { toUtcDay } from '#wording/iso-day.ts'

export interface CurrentPeriod {
  id: number
  from: string
  to: string | null
}

export interface PeriodChange {
  /** Ids of the values that no longer apply. */
  superseded: number[]
  /** The superseded value that is added again with this earlier last day; undefined if there is none. */
  cut: { id: number; to: string } | undefined
}

/** Error message for the `to` field. The new value would remove the end of another period. */
export type PeriodProblem = { problem: string }

const DAY_MS = 86_400_000
const MAX_DAY = '9999-12-31'
const getDayBefore = (day: string): string => toUtcDay(Date.parse(day) - DAY_MS)

/**
 * Decides which current values a new one supersedes or cuts, or returns an error message.
 * @param currentPeriods current periods of one reference value; they do not overlap
 */
export function placePeriod(
  currentPeriods: readonly CurrentPeriod[],
  { from, to }: Omit<CurrentPeriod, 'id'>,
): PeriodChange | PeriodProblem {
  const newLastDay = to ?? MAX_DAY
  const change: PeriodChange = { superseded: [], cut: undefined }
  for (const period of currentPeriods) {
    const lastDay = period.to ?? MAX_DAY
    if (lastDay < from || period.from > newLastDay) continue
    if (period.from < from) {
      // The days of this period after the new value would be lost.
      if (lastDay > newLastDay && period.to !== null)
        return { problem: `Another value is valid until ${period.to}. End this one on that day, or start with it.` }
      change.superseded.push(period.id)
      change.cut = { id: period.id, to: getDayBefore(from) }
    } else if (period.from > from && lastDay > newLastDay) {
      return { problem: `Another value is valid from ${period.from}. End this one on ${getDayBefore(period.from)} or before.` }
    } else change.superseded.push(period.id)
  }
  return change
}
