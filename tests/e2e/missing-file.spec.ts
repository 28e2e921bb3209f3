/** A page that was open during an update: a file that the newer build no longer has leads to one reload, and not to a second. */
import type { Page, Route } from '@playwright/test'
import { waitUntilSettled } from './settled.ts'
import { expect, test } from './site.ts'

test.use({ expectedInConsole: /status of (404|502)|ERR_CONNECTION_REFUSED|dynamically imported module|Unable to preload/ })

/** Files that the page had not asked for by now are missing, for as long as `isMissing` says. */
async function loseLaterFiles(page: Page, isMissing: () => boolean): Promise<{ loads: () => number }> {
  const known = new Set<string>()
  let loads = 0
  let isComplete = false
  page.on('load', () => (loads += 1))
  page.on('request', (request) => void (!isComplete && known.add(request.url())))
  await page.goto('/')
  await waitUntilSettled(page)
  isComplete = true
  await page.route('**/assets/*.js', (route) =>
    isMissing() && !known.has(route.request().url()) ? route.fulfill({ status: 404 }) : route.fallback(),
  )
  return { loads: () => loads }
}

/** Waits as long as a reload would: its check of the server comes before it. */
async function waitForServerCheck(page: Page): Promise<void> {
  await page.evaluate(() => fetch(location.href, { method: 'HEAD' }))
  await waitUntilSettled(page)
}

const openForum = (page: Page) => page.locator('header a[href="/forum"]').first().click()

test('the page is reloaded once, and then goes on', async ({ page }) => {
  let isMissing = true
  const { loads } = await loseLaterFiles(page, () => isMissing)
  page.on('framenavigated', () => void (loads() > 0 && (isMissing = false)))
  await openForum(page)
  await expect.poll(loads).toBe(2)
  await waitUntilSettled(page)
  await openForum(page)
  await expect(page).toHaveURL(/\/forum$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(loads()).toBe(2)
})

test('a file that stays missing does not reload the page again and again', async ({ page }) => {
  const { loads } = await loseLaterFiles(page, () => true)
  await openForum(page)
  await expect.poll(loads).toBe(2)
  await waitForServerCheck(page)
  expect(loads()).toBe(2)
  // The page that was reloaded lacks its own file, so its links are ordinary navigations. The home page has all of its files.
  await page.goto('/')
  await waitUntilSettled(page)
  const missing = page.waitForResponse((response) => response.status() === 404)
  await openForum(page)
  await missing
  await waitForServerCheck(page)
  expect(loads()).toBe(3)
})

for (const [server, refuse] of [
  ['cannot be reached', (route: Route) => route.abort('connectionrefused')],
  ['answers 502, as a proxy does while it restarts', (route: Route) => route.fulfill({ status: 502 })],
] as const)
  test(`the page is not reloaded while the server ${server}, and once when it is back`, async ({ page }) => {
    let isDown = true
    let isMissing = true
    const { loads } = await loseLaterFiles(page, () => isMissing)
    await page.route(
      () => true,
      (route) => (isDown && route.request().method() === 'HEAD' ? refuse(route) : route.fallback()),
    )
    const checked = page.waitForRequest((request) => request.method() === 'HEAD')
    await openForum(page)
    await checked
    await waitUntilSettled(page)
    expect(loads()).toBe(1)
    isDown = false
    page.on('framenavigated', () => void (isMissing = false))
    await page.locator('header a[href="/products"]').first().click()
    await expect.poll(loads).toBe(2)
  })
