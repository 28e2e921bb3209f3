/** However many articles are featured, their last row is as full as the others. */
import { expect, test } from './site.ts'
import { NIGHTLY } from './nightly.ts'

/** Of each row of a grid: what is left free at either end, in pixels. */
const freeEnds = (grid: Element) => {
  const { left, right } = grid.getBoundingClientRect()
  const padding = Number.parseFloat(getComputedStyle(grid).paddingLeft)
  const rows = new Map<number, DOMRect[]>()
  for (const item of grid.children) {
    const box = item.getBoundingClientRect()
    rows.set(Math.round(box.top), [...(rows.get(Math.round(box.top)) ?? []), box])
  }
  return [...rows.values()].flatMap((boxes) => [
    Math.round(Math.min(...boxes.map((box) => box.left)) - left - padding),
    Math.round(right - Math.max(...boxes.map((box) => box.right))),
  ])
}

test('one to nine featured articles fill their rows at every width', NIGHTLY, async ({ page }) => {
  const articles = (await (await page.request.get('/api/articles?perPage=9')).json()) as object[]
  expect(articles.length).toBe(9)
  let shown = 9
  await page.route('**/api/articles/featured?**', async (route) =>
    route.fulfill({ response: await route.fetch(), json: articles.slice(0, shown) }),
  )
  await page.goto('/')
  const section = page.getByRole('region', { name: 'Featured Articles' })
  for (shown = 1; shown <= 9; shown++) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await section.getByRole('button', { name: 'Refresh featured articles' }).click()
    await expect(section.getByRole('article')).toHaveCount(shown)
    for (const width of [360, 600, 768, 1000, 1280, 1600]) {
      await page.setViewportSize({ width, height: 800 })
      const grids = section.locator('ul, div:has(> article + article), div:has(> article:only-child)')
      for (const grid of await grids.all()) {
        const free = await grid.evaluate(freeEnds)
        expect([shown, width, free.filter((end) => Math.abs(end) > 1)]).toEqual([shown, width, []])
      }
    }
  }
})
