/** Helpers for keyboard tests. */
import type { Page } from '@playwright/test'
import { expect } from './site.ts'

/** Presses keys one after the other. Waits for the timers that each starts, because Radix moves the focus of a menu in one. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const [index, key] of keys.entries()) {
    if (index > 0) await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    await page.keyboard.press(key)
  }
}

/** Expects that the focus is not lost: without focus the active element is the body. */
export const expectFocusKept = (page: Page) => expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)

/** Describes the focused element: its document order, whether it has a focus ring, and whether it is visible. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement
    if (!one || one === document.body) return null
    const name = one.outerHTML.slice(0, 110)
    const before = (globalThis as unknown as { before?: Element }).before
    const isLater = !before || (before.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
    Object.assign(globalThis, { before: one })
    const box = (one instanceof HTMLInputElement && getComputedStyle(one).opacity === '0' ? one.closest('label') : null) ?? one
    const draws = (element: Element, pseudo?: string) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    }
    const isSlider = one.matches('input[type=range]')
    // The field for posts has its ring around the text and the tabs above it.
    const postField = one.matches('textarea') ? one.closest('[role=tabpanel]')?.parentElement : null
    const hasRing = isSlider || draws(box) || (postField != null && draws(postField)) || draws(one, '::after') || draws(one, '::before')
    const { left, right, top, bottom } = box.getBoundingClientRect()
    const xs = [left + 2, (left + right) / 2, right - 2]
    const ys = [top + 2, (top + bottom) / 2, bottom - 2]
    const hits = xs.flatMap((x) => ys.map((y) => document.elementFromPoint(x, y)))
    const isSeen = hits.some((hit) => hit !== null && (box.contains(hit) || hit.contains(box)))
    const behind = hits[4]?.outerHTML.slice(0, 80) ?? `the edge of the window, at ${Math.round(left)}, ${Math.round(top)}`
    return { name, isLater, hasRing, isSeen, behind }
  })

/** Tabs through a page from its first tab stop. @returns problems and the visited elements */
export async function walkDown(page: Page, maxStops: number): Promise<{ problems: string[]; seen: Set<string> }> {
  const problems: string[] = []
  const seen = new Set<string>()
  for (let stops = 0; stops < maxStops; stops++) {
    await page.keyboard.press('Tab')
    const at = await focused(page)
    if (!at || (stops > 0 && at.name.startsWith('<a class="skip"'))) break
    if (stops > 0 && !at.isLater) problems.push(`goes back: ${at.name}`)
    if (!at.hasRing) problems.push(`no ring: ${at.name}`)
    const behind = at.isSeen ? undefined : await findCover(page)
    if (behind !== undefined) problems.push(`hidden: ${at.name} behind ${behind}`)
    seen.add(at.name)
  }
  return { problems, seen }
}

/**
 * Waits until the focused element is scrolled into view, which happens at the next rendering.
 * @returns the element that covers it; `undefined` when it becomes visible
 */
async function findCover(page: Page, withinMs = 5000): Promise<string | undefined> {
  const deadline = Date.now() + withinMs
  for (;;) {
    await page.evaluate(() => new Promise(requestAnimationFrame))
    const at = await focused(page)
    if (at?.isSeen) return undefined
    if (Date.now() > deadline) return at?.behind ?? 'nothing: the focus is lost'
  }
}
