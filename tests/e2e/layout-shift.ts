/** Measures the cumulative layout shift (CLS). */
import type { Page } from '@playwright/test'

interface Shift extends PerformanceEntry {
  value: number
  /** Within 500 ms of user input. */
  hadRecentInput: boolean
}
declare const shifts: Shift[]

/** Starts recording with the next page. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen: PerformanceEntry[] = []
    Object.assign(globalThis, { shifts: seen })
    new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true })
  })

/** @param withInput also counts shifts after user input */
export const shiftOf = (page: Page, { withInput = false } = {}): Promise<number> =>
  page.evaluate(
    (all) => shifts.filter(({ hadRecentInput }) => all || !hadRecentInput).reduce((sum, { value }) => sum + value, 0),
    withInput,
  )
