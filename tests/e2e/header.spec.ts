/** The bar at the top of every page, at every width. */
import type { Page } from '@playwright/test'
import { isNightly } from '#tests/support/run-mode.ts'
import { EXPECTED_IN_CONSOLE, signIn } from './administrator.ts'
import { expect, test } from './site.ts'

test.use({ expectedInConsole: EXPECTED_IN_CONSOLE })

test('the menu stays on one line next to the controls of a visitor, at every width', async ({ page }) => {
  await page.goto('/articles')
  await expectOneLine(page)
})

/** With a scroll bar that takes up room: the width of a window is the page's and the bar's, and rules for widths are about the window's. */
async function expectOneLine(page: Page): Promise<void> {
  await page.addStyleTag({ content: 'body { margin-right: 17px }' })
  const menu = page.getByRole('navigation', { name: 'Main' })
  const wrong: string[] = []
  for (let width = 768; width <= 1440; width += isNightly ? 8 : 56) {
    await page.setViewportSize({ width, height: 700 })
    const { tops, over } = await menu.evaluate((nav) => {
      const bar = nav.parentElement as HTMLElement
      const rects = [...nav.querySelectorAll('a')].map((link) => link.getBoundingClientRect())
      const next = nav.nextElementSibling?.getBoundingClientRect().left ?? Infinity
      const right = Math.max(...rects.map((rect) => rect.right))
      return { tops: new Set(rects.map(({ top }) => top)).size, over: Math.max(bar.scrollWidth - bar.clientWidth, right - next) }
    })
    if (tops !== 1 || over > 0) wrong.push(`${width}: ${tops} lines, ${over} px too wide`)
  }
  expect(wrong).toEqual([])
}

test('the menu stays on one line next to the controls of an administrator, at every width', async ({ page }) => {
  await signIn(page)
  await page.goto('/forum')
  await expect(page.getByRole('banner').getByRole('link', { name: /notice/i })).toBeVisible()
  await expectOneLine(page)
  await page.setViewportSize({ width: 360, height: 700 })
  const name = page.getByRole('banner').getByText('Net Zero', { exact: true })
  expect(await name.evaluate((words) => words.getClientRects().length)).toBe(1)
  expect((await name.boundingBox())?.height).toBeLessThan(32)
})
