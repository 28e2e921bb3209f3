/** Featured articles: however many there are, their last row is as full as the others; and when they are asked for again. */
import { nonEmpty } from '#tests/support/non-empty.ts'
import { waitUntilSettled } from './settled.ts'
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
      for (const grid of nonEmpty(await grids.all())) {
        const free = await grid.evaluate(freeEnds)
        expect([shown, width, free.filter((end) => Math.abs(end) > 1)]).toEqual([shown, width, []])
      }
    }
  }
})

declare global {
  interface Window {
    /** When featured articles were asked for, by the page's own clock. */
    asked?: number[]
  }
}

test('HOME-09 HOME-14 featured articles are asked for again every ten seconds, and on the button', async ({ page }) => {
  await page.addInitScript(() => {
    const [send, asked] = [window.fetch, [] as number[]]
    window.asked = asked
    window.fetch = (input, init) => {
      if (String(input instanceof Request ? input.url : input).includes('/api/articles/featured')) asked.push(Date.now())
      return send(input, init)
    }
  })
  await page.clock.install()
  await page.goto('/')
  const pressed = await page.evaluate(() => Date.now())
  const since = async () => (await page.evaluate(() => window.asked ?? [])).filter((at) => at >= pressed)
  await page.getByRole('button', { name: 'Refresh featured articles' }).click()
  await expect.poll(async () => (await since()).length).toBeGreaterThan(0)
  await waitUntilSettled(page)
  const [first = 0] = await since()
  await page.clock.fastForward(3_000)
  await waitUntilSettled(page)
  await page.clock.fastForward(7_100)
  await expect.poll(async () => (await since()).length).toBeGreaterThan(1)
  // The clock goes on by itself meanwhile, and a slow machine may have let more than ten seconds pass.
  const times = (await since()).filter((at) => at > first)
  expect(times.length).toBeGreaterThan(0)
  for (const [at, time] of times.entries()) expect(time - (times[at - 1] ?? first)).toBeGreaterThanOrEqual(9_900)
})

test('HOME-15 featured articles are fresh for five seconds: coming back sooner asks nothing', NIGHTLY, async ({ page }) => {
  let calls = 0
  page.on('request', (request) => void (request.url().includes('/api/articles/featured') && (calls += 1)))
  await page.clock.install()
  await page.goto('/')
  const nav = page.getByRole('navigation', { name: 'Main' })
  const leaveAndReturn = async (after: number) => {
    await nav.getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL(/\/about$/)
    await page.clock.fastForward(after)
    await nav.getByRole('link', { name: 'Home' }).click()
    await expect(page.getByRole('heading', { name: 'Featured Articles' })).toBeVisible()
    await waitUntilSettled(page)
  }
  await leaveAndReturn(200)
  expect(calls).toBe(0)
  await leaveAndReturn(5200)
  await expect.poll(() => calls).toBe(1)
})
