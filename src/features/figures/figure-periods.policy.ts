/** Inserts a new value's period: periods within it are superseded, and one that began earlier is cut to end the day before. */

export interface CurrentPeriod {
  id: number
  from: string
  to: string | null
}

export interface PeriodChange {
  /** Ids of values that no longer apply. */
  superseded: number[]
  /** A superseded value that is re-added with this earlier last day. */
  cut: { id: number; to: string } | undefined
}

/** Error message for the `to` field, if the new value would remove part of a later one. */
export type PeriodProblem = { problem: string }

const DAY_MS = 86_400_000
const OPEN_END = '9999-12-31'
const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)

/** @param currentPeriods current periods of one reference value, without overlaps */
export function placePeriod(
  currentPeriods: readonly CurrentPeriod[],
  { from, to }: Omit<CurrentPeriod, 'id'>,
): PeriodChange | PeriodProblem {
  const end = to ?? OPEN_END
  const change: PeriodChange = { superseded: [], cut: undefined }
  for (const one of currentPeriods) {
    const lastDay = one.to ?? OPEN_END
    if (lastDay < from || one.from > end) continue
    if (one.from < from) {
      // The part after the new value would be lost.
      if (lastDay > end && one.to !== null)
        return { problem: `Another value is valid until ${one.to}. End this one on that day, or start with it.` }
      change.superseded.push(one.id)
      change.cut = { id: one.id, to: dayBefore(from) }
    } else if (one.from > from && lastDay > end) {
      return { problem: `Another value is valid from ${one.from}. End this one on ${dayBefore(one.from)} or before.` }
    } else change.superseded.push(one.id)
  }
  return change
}
