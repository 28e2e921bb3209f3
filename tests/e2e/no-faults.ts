/** What must be true of every page whoever opens it: axe, room for fingers, nothing beside or cut off, also enlarged and with spaced letters. */
import { expect, type Page } from '@playwright/test'
import { expectNoAxeFaults } from './axe.ts'
import { waitUntilSettled } from './settled.ts'
import { isNightly } from '#tests/support/run-mode.ts'

export const WIDE = { width: 1280, height: 800 }
export const PHONE = { width: 360, height: 740 }
/** 1280 px wide, enlarged four times. */
const ENLARGED = { width: 320, height: 256 }

export type Theme = 'light' | 'dark'

/** @param themes on a desk and on a phone; by day only where it is dark, which is on a phone for every other page */
export async function expectNoFaults(page: Page, themes: { desk: Theme; phone: Theme }): Promise<void> {
  await waitUntilSettled(page)
  for (const [size, colorScheme] of [
    [WIDE, themes.desk],
    [PHONE, themes.phone],
  ] as const) {
    if (!isNightly && colorScheme === 'light') continue
    await page.setViewportSize(size)
    expect([size.width, await sticksOut(page)]).toEqual([size.width, 0])
    expect([size.width, await tooSmall(page)]).toEqual([size.width, []])
    await page.emulateMedia({ colorScheme })
    await expectNoAxeFaults(page, `${size.width} px, ${colorScheme}:`)
  }
  await page.setViewportSize(ENLARGED)
  expect(['enlarged', await sticksOut(page)]).toEqual(['enlarged', 0])
  await spaceLetters(page)
  for (const size of isNightly ? [ENLARGED, WIDE] : [ENLARGED]) {
    await page.setViewportSize(size)
    expect([`spaced, ${size.width}`, await sticksOut(page)]).toEqual([`spaced, ${size.width}`, 0])
    expect([`spaced, ${size.width}`, await cutOff(page)]).toEqual([`spaced, ${size.width}`, []])
  }
}

const sticksOut = (page: Page) => page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))

/** WCAG 1.4.12: what a reader may set must not break the page. */
const spaceLetters = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }')
    document.adoptedStyleSheets = [sheet]
  })

/**
 * WCAG 2.5.8: what is pressed is at least 24 by 24 pixels, except a link in a sentence. A part that is smaller itself counts with what answers
 * for it: a label, or a card.
 */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const least = 23.9
    const isThere = (one: Element) => {
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
    const answersAround = (one: Element) => {
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
        return isThere(one) && (width < least || height < least) && !isInSentence(one) && !answersAround(one)
      })
      .map((one) => one.outerHTML.slice(0, 120))
  })

/** Words that end at an edge. The last step of a breadcrumb may: the page's title says it in full; so may a summary of what it opens. */
const cutOff = (page: Page) =>
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
