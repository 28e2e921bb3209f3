/** How far a page moves by itself: the cumulative layout shift. */
import type { Page } from '@playwright/test'

interface Shift extends PerformanceEntry {
  value: number
  /** Soon after something was pressed, when a move is no surprise. */
  hadRecentInput: boolean
}
declare const shifts: Shift[]

/** From the next page on. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen: PerformanceEntry[] = []
    Object.assign(globalThis, { shifts: seen })
    new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true })
  })

/** @param withInput whether moves count that somebody has just caused */
export const shiftOf = (page: Page, { withInput = false } = {}): Promise<number> =>
  page.evaluate(
    (all) => shifts.filter(({ hadRecentInput }) => all || !hadRecentInput).reduce((sum, { value }) => sum + value, 0),
    withInput,
  )
