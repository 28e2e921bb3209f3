/** Pages that are open during an update: a file that is missing in the new build causes exactly one reload. */
import type { Page, Route } from '@playwright/test'
import { waitUntilSettled } from './settled.ts'
import { expect, test } from './site.ts'

test.use({ expectedInConsole: /status of (404|502)|ERR_CONNECTION_REFUSED|dynamically imported module|Unable to preload/ })

/** Opens the home page; files that it has not requested are then missing while `isMissing` returns true. */
async function openAndLoseOtherFiles(page: Page, isMissing: () => boolean): Promise<{ loads: () => number }> {
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

/** Waits long enough for a reload, which is preceded by a check of the server. */
async function waitForServerCheck(page: Page): Promise<void> {
  await page.evaluate(() => fetch(location.href, { method: 'HEAD' }))
  await waitUntilSettled(page)
}

const openForum = (page: Page) => page.locator('header a[href="/forum"]').first().click()

test('a link whose script file is missing after a deployment reloads the page once, then navigates', async ({ page }) => {
  let isMissing = true
  const { loads } = await openAndLoseOtherFiles(page, () => isMissing)
  page.on('framenavigated', () => void (loads() > 0 && (isMissing = false)))
  await openForum(page)
  await expect.poll(loads).toBe(2)
  await waitUntilSettled(page)
  await openForum(page)
  await expect(page).toHaveURL(/\/forum$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(loads()).toBe(2)
})

test('the page does not reload a second time if the script file stays missing', async ({ page }) => {
  const { loads } = await openAndLoseOtherFiles(page, () => true)
  await openForum(page)
  await expect.poll(loads).toBe(2)
  await waitForServerCheck(page)
  expect(loads()).toBe(2)
  // The reloaded page lacks its own file, so its links cause page loads. The home page has all of its files.
  await page.goto('/')
  await waitUntilSettled(page)
  const missing = page.waitForResponse((response) => response.status() === 404)
  await openForum(page)
  await missing
  await waitForServerCheck(page)
  expect(loads()).toBe(3)
})

for (const [server, fail] of [
  ['cannot be reached', (route: Route) => route.abort('connectionrefused')],
  ['responds 502, as a proxy does during a restart', (route: Route) => route.fulfill({ status: 502 })],
] as const)
  test(`does not reload while the server ${server}, and reloads once when it is back`, async ({ page }) => {
    let isDown = true
    let isMissing = true
    const { loads } = await openAndLoseOtherFiles(page, () => isMissing)
    await page.route(
      () => true,
      (route) => (isDown && route.request().method() === 'HEAD' ? fail(route) : route.fallback()),
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
