/** Featured articles: layout of full rows, and refetching. */
import { nonEmpty } from '#tests/support/non-empty.ts'
import { waitUntilSettled } from './settled.ts'
import { expect, test } from './site.ts'
import { NIGHTLY } from './nightly.ts'

/** Returns the free space at both ends of each grid row, in px. */
const freeSpaceAtEnds = (grid: Element) => {
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
        const free = await grid.evaluate(freeSpaceAtEnds)
        expect(
          free.filter((end) => Math.abs(end) > 1),
          `${shown} articles at ${width} px`,
        ).toEqual([])
      }
    }
  }
})

declare global {
  interface Window {
    /** When featured articles were requested, in ms by the page's clock. */
    requestTimes?: number[]
  }
}

test('HOME-09 HOME-14 featured articles are refetched every ten seconds and by the button', async ({ page }) => {
  await page.addInitScript(() => {
    const [realFetch, requestTimes] = [window.fetch, [] as number[]]
    window.requestTimes = requestTimes
    window.fetch = (input, init) => {
      if (String(input instanceof Request ? input.url : input).includes('/api/articles/featured')) requestTimes.push(Date.now())
      return realFetch(input, init)
    }
  })
  await page.clock.install()
  await page.goto('/')
  const pressedAt = await page.evaluate(() => Date.now())
  const since = async () => (await page.evaluate(() => window.requestTimes ?? [])).filter((at) => at >= pressedAt)
  await page.getByRole('button', { name: 'Refresh featured articles' }).click()
  await expect.poll(async () => (await since()).length).toBeGreaterThan(0)
  await waitUntilSettled(page)
  const [first = 0] = await since()
  await page.clock.fastForward(3_000)
  await waitUntilSettled(page)
  await page.clock.fastForward(7_100)
  await expect.poll(async () => (await since()).length).toBeGreaterThan(1)
  // The clock also runs by itself, and on a slow machine more than ten seconds may have passed.
  const times = (await since()).filter((at) => at > first)
  expect(times.length).toBeGreaterThan(0)
  for (const [at, time] of times.entries()) expect(time - (times[at - 1] ?? first)).toBeGreaterThanOrEqual(9_900)
})

test('HOME-15 featured articles are not refetched within five seconds', NIGHTLY, async ({ page }) => {
  let calls = 0
  page.on('request', (request) => void (request.url().includes('/api/articles/featured') && (calls += 1)))
  await page.clock.install()
  await page.goto('/')
  const nav = page.getByRole('navigation', { name: 'Main' })
  const leaveAndReturn = async (awayMs: number) => {
    await nav.getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL(/\/about$/)
    await page.clock.fastForward(awayMs)
    await nav.getByRole('link', { name: 'Home' }).click()
    await expect(page.getByRole('heading', { name: 'Featured Articles' })).toBeVisible()
    await waitUntilSettled(page)
  }
  await leaveAndReturn(200)
  expect(calls).toBe(0)
  await leaveAndReturn(5200)
  await expect.poll(() => calls).toBe(1)
})
