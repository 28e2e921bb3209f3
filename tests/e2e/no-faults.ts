/** Checks for every page: axe, target sizes, no overflow or clipped text, also with zoom and increased text spacing. */
import { expect, type Page } from '@playwright/test'
import { expectNoAxeViolations } from './axe.ts'
import { waitUntilSettled } from './settled.ts'
import { isNightly } from '#tests/support/run-mode.ts'

export const WIDE = { width: 1280, height: 800 }
export const PHONE = { width: 360, height: 740 }
/** 1280 px at 400 % zoom (WCAG 2.2 1.4.10). */
const ENLARGED = { width: 320, height: 256 }

export type Theme = 'light' | 'dark'

/** @param themes themes for desktop and phone; the daily run only checks dark ones */
export async function expectNoPageProblems(page: Page, themes: { desk: Theme; phone: Theme }): Promise<void> {
  await waitUntilSettled(page)
  for (const [size, colorScheme] of [
    [WIDE, themes.desk],
    [PHONE, themes.phone],
  ] as const) {
    if (!isNightly && colorScheme === 'light') continue
    await page.setViewportSize(size)
    expect(await measureOverflow(page), `overflow at ${size.width} px`).toBe(0)
    expect(await findSmallTargets(page), `small targets at ${size.width} px`).toEqual([])
    await page.emulateMedia({ colorScheme })
    await expectNoAxeViolations(page, `${size.width} px, ${colorScheme}:`)
  }
  await page.setViewportSize(ENLARGED)
  expect(await measureOverflow(page), 'overflow at 400 % zoom').toBe(0)
  await spaceLetters(page)
  for (const size of isNightly ? [ENLARGED, WIDE] : [ENLARGED]) {
    await page.setViewportSize(size)
    expect(await measureOverflow(page), `overflow with text spacing at ${size.width} px`).toBe(0)
    expect(await findClippedText(page), `clipped text with text spacing at ${size.width} px`).toEqual([])
  }
}

const measureOverflow = (page: Page) => page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))

/** Text spacing of WCAG 2.2 1.4.12. */
const spaceLetters = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }')
    document.adoptedStyleSheets = [sheet]
  })

/**
 * Finds targets below 24 × 24 px (WCAG 2.2 2.5.8), except links in a sentence. A smaller element passes when its label or card extends
 * the target.
 */
const findSmallTargets = (page: Page) =>
  page.evaluate(() => {
    const minSize = 23.9
    const isVisible = (one: Element) => {
      const { width, height } = one.getBoundingClientRect()
      const { visibility, pointerEvents } = getComputedStyle(one)
      return (
        width > 0 &&
        height > 0 &&
        visibility === 'visible' &&
        pointerEvents !== 'none' &&
        !one.closest('.visuallyHidden, a[href="#main"], [inert]')
      )
    }
    const isInSentence = (one: Element) =>
      one.matches('a') &&
      getComputedStyle(one).display === 'inline' &&
      [...((one.closest('sup') ?? one).parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim().length > 2,
      )
    const hasLargerTarget = (one: Element) => {
      one.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = one.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const labels = one instanceof HTMLInputElement ? [...(one.labels ?? [])] : []
      return [
        [-11.5, 0],
        [11.5, 0],
        [0, -11.5],
        [0, 11.5],
      ].every(([dx = 0, dy = 0]) => {
        const hit = document.elementFromPoint(x + dx, y + dy)
        return hit !== null && [one, ...labels].some((mine) => mine.contains(hit))
      })
    }
    const all = document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]')
    return [...all]
      .filter((one) => {
        const { width, height } = one.getBoundingClientRect()
        return isVisible(one) && (width < minSize || height < minSize) && !isInSentence(one) && !hasLargerTarget(one)
      })
      .map((one) => one.outerHTML.slice(0, 120))
  })

/** Finds clipped text. Exempt are the last breadcrumb, which the page's title repeats, and summaries of details. */
const findClippedText = (page: Page) =>
  page.evaluate(() => {
    const hides = /hidden|clip/
    return [...document.querySelectorAll('header *, main *, footer *')]
      .filter((one) => {
        if (
          one.matches('input, textarea, select, option') ||
          one.closest('.visuallyHidden, svg, [role=search], [data-part=crumbs], summary small, [aria-hidden=true]')
        )
          return false
        const { overflowX, overflowY, clipPath } = getComputedStyle(one)
        const hasWords = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim())
        if (!hasWords || clipPath !== 'none') return false
        return (
          (hides.test(overflowX) && one.scrollWidth > one.clientWidth + 1) ||
          (hides.test(overflowY) && one.scrollHeight > one.clientHeight + 2)
        )
      })
      .map((one) => `${one.scrollWidth}/${one.clientWidth} ${one.outerHTML.slice(0, 120)}`)
  })
