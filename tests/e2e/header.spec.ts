/** The header of every page, at all widths. */
import type { Page } from '@playwright/test'
import { isNightly } from '#tests/support/run-mode.ts'
import { EXPECTED_IN_CONSOLE, signIn } from './administrator.ts'
import { expect, test } from './site.ts'

test.use({ expectedInConsole: EXPECTED_IN_CONSOLE })

test('the header menu stays on one line for a visitor at every width', async ({ page }) => {
  await page.goto('/articles')
  await expectOneLine(page)
})

/** Reserves the width of a scroll bar: media queries include it in the viewport width, the layout does not. */
async function expectOneLine(page: Page): Promise<void> {
  await page.addStyleTag({ content: 'body { margin-right: 17px }' })
  const menu = page.getByRole('navigation', { name: 'Main' })
  const wrong: string[] = []
  for (let width = 768; width <= 1440; width += isNightly ? 8 : 56) {
    await page.setViewportSize({ width, height: 700 })
    const { lineCount, overflowPx } = await menu.evaluate((nav) => {
      const bar = nav.parentElement as HTMLElement
      const rects = [...nav.querySelectorAll('a')].map((link) => link.getBoundingClientRect())
      const next = nav.nextElementSibling?.getBoundingClientRect().left ?? Infinity
      const right = Math.max(...rects.map((rect) => rect.right))
      return { lineCount: new Set(rects.map(({ top }) => top)).size, overflowPx: Math.max(bar.scrollWidth - bar.clientWidth, right - next) }
    })
    if (lineCount !== 1 || overflowPx > 0) wrong.push(`${width}: ${lineCount} lines, ${overflowPx} px too wide`)
  }
  expect(wrong).toEqual([])
}

test('the header menu stays on one line for an administrator at every width', async ({ page }) => {
  await signIn(page)
  await page.goto('/forum')
  await expect(page.getByRole('banner').getByRole('link', { name: /notification/i })).toBeVisible()
  await expectOneLine(page)
  await page.setViewportSize({ width: 360, height: 700 })
  const name = page.getByRole('banner').getByText('Net Zero', { exact: true })
  expect(await name.evaluate((words) => words.getClientRects().length)).toBe(1)
  expect((await name.boundingBox())?.height).toBeLessThan(32)
})
