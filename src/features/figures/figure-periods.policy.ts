/** How a new value takes its place among those that stand: whole periods give way to it, one that began before it ends the day before. */

export interface StandingPeriod {
  id: number
  from: string
  to: string | null
}

export interface PeriodChange {
  /** These say nothing any more. */
  superseded: number[]
  /** One that goes on saying what it says, but only to this day. */
  cut: { id: number; to: string } | undefined
}

/** A message for the last day, where the new value would cut off the beginning of a later one. */
export type PeriodProblem = { problem: string }

const DAY_MS = 86_400_000
const FAR = '9999-12-31'
const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)

/** @param standing of one figure; no two of them overlap */
export function placePeriod(standing: readonly StandingPeriod[], { from, to }: Omit<StandingPeriod, 'id'>): PeriodChange | PeriodProblem {
  const end = to ?? FAR
  const change: PeriodChange = { superseded: [], cut: undefined }
  for (const one of standing) {
    const last = one.to ?? FAR
    if (last < from || one.from > end) continue
    if (one.from < from) {
      // What comes after the new value would be lost.
      if (last > end && one.to !== null)
        return { problem: `Another value holds until ${one.to}. End this one on that day, or begin with it.` }
      change.superseded.push(one.id)
      change.cut = { id: one.id, to: dayBefore(from) }
    } else if (one.from > from && last > end) {
      return { problem: `Another value holds from ${one.from}. End this one on ${dayBefore(one.from)} or before.` }
    } else change.superseded.push(one.id)
  }
  return change
}
