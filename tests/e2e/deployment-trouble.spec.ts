/** Failures at the last step of the wizard: double clicks, slow launches, rejections, lost responses. */
import type { Page } from '@playwright/test'
import { line, named, press, step, toSummary } from './assistant.ts'
import { expect, test } from './site.ts'
import { NIGHTLY } from './nightly.ts'

test.use({ expectedInConsole: /status of (400|409|429|500)|ERR_FAILED/ })

test('DEPLOY-24 a double click, or two tabs with the same input, launch only one site', NIGHTLY, async ({ page, context }) => {
  const sent: { id: number; key: string | undefined }[] = []
  context.on('response', async (response) => {
    const request = response.request()
    if (request.method() !== 'POST' || !response.url().endsWith('/api/deployment')) return
    sent.push({ id: ((await response.json()) as { id: number }).id, key: request.headers()['idempotency-key'] })
  })
  const success = (tab: Page) => expect(tab.getByRole('heading', { level: 1, name: 'Deployment Successful!' })).toBeVisible()
  await toSummary(page, named('Twice Told'))
  await page.getByRole('button', { name: 'Deploy Now' }).dblclick()
  await success(page)
  expect(sent).toHaveLength(1)

  // A duplicated tab copies sessionStorage: the input, and the idempotency key of an attempt whose response was lost.
  await press(page, 'Deploy another site')
  await toSummary(page, named('Tab Terrace'))
  await page.route('**/api/deployment', (route) => route.abort(), { times: 1 })
  await press(page, 'Deploy Now')
  await expect(page.getByText('Deployment Failed', { exact: true })).toBeVisible()
  const opened = context.waitForEvent('page')
  await page.evaluate(() => void window.open('/deploy?step=3'))
  const duplicate = await opened
  await step(duplicate, 'Deployment')
  await Promise.all([press(page, 'Deploy Now'), press(duplicate, 'Deploy Now')])
  await Promise.all([success(page), success(duplicate)])
  await expect.poll(() => sent.length).toBe(3)
  expect(sent[2]).toEqual(sent[1])
  const [own, other] = await Promise.all([page, duplicate].map((tab) => tab.locator('[data-part=deployed-address]').textContent()))
  expect(other).toBe(own)
})

test('DEPLOY-19 the wizard shows the progress of a slow launch, and resumes the same launch after a reload', NIGHTLY, async ({ page }) => {
  const name = named('Slow Square')
  let pollCount = 0
  let isStuck = true
  // Launches are fast, so real responses are changed to the state before the last.
  await page.route(/\/api\/deployment(\/[\w-]+\?.*)?$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { state: string }
    if (route.request().method() === 'GET') pollCount += 1
    await route.fulfill({ response, json: isStuck ? { ...body, state: 'creating' } : body })
  })
  await toSummary(page, name)
  await press(page, 'Deploy Now')
  await expect(page.getByText('Creating your site.')).toBeVisible()
  await expect.poll(() => pollCount).toBeGreaterThan(1)
  await expect(page.getByRole('button', { name: 'Deploying...' })).toBeDisabled()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Launch a site of your own')

  await page.reload()
  await expect(line(page, 'Site name')).toHaveText(name)
  await press(page, 'Deploy Now')
  await expect.poll(() => pollCount).toBeGreaterThan(3)
  isStuck = false
  await expect(page.getByRole('heading', { level: 1, name: 'Deployment Successful!' })).toBeVisible()
  await expect(page.locator('[data-part=deployed-address]')).toHaveText(
    new RegExp(`^${name.toLowerCase().replaceAll(' ', '-')}\\.sustainable-tech\\.`),
  )
})

test('a launch that times out is resumed by pressing the button again', NIGHTLY, async ({ page }) => {
  await page.clock.install()
  await page.route(/\/api\/deployment(\/[\w-]+\?.*)?$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), state: 'creating' } })
  })
  const name = named('Endless End')
  await toSummary(page, name)
  await press(page, 'Deploy Now')
  await expect(page.getByRole('button', { name: 'Deploying...' })).toBeDisabled()
  const still = page.getByRole('alert').filter({ hasText: 'Your site is still being created. Press Deploy Now' })
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(still).toBeVisible({ timeout: 1 })
  }).toPass({ timeout: 240_000, intervals: [50] })
  await expect(line(page, 'Site name')).toHaveText(name)
  await page.unrouteAll({ behavior: 'wait' })
  await press(page, 'Deploy Now')
  await page.clock.runFor(3000)
  await expect(page.getByRole('heading', { level: 1, name: 'Deployment Successful!' })).toBeVisible()
  await expect(page.locator('[data-part=deployed-address]')).toHaveText(/^endless-end-[^.]+\.sustainable-tech\./)
})

test('the wizard says when to retry after the rate limit is reached, and keeps the input', NIGHTLY, async ({ page }) => {
  const name = named('Eager Edge')
  await toSummary(page, name)
  // Failed attempts count too.
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect((await page.request.post('/api/deployment', { data: { siteName: '' } })).status()).toBe(400)
  await press(page, 'Deploy Now')
  await expect(page.getByText('Deployment Failed', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: /Too many attempts\. Please try again in \d+ minutes\./ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deploy Now' })).toBeEnabled()
  await press(page, 'Back')
  await press(page, 'Back')
  await expect(page.getByLabel('Site name')).toHaveValue(name)
  await page.reload()
  await expect(page.getByLabel('Site name')).toHaveValue(name)
})

test('DEPLOY-22 DEPLOY-23 TOAST-14 a retry after a network error keeps the input and the idempotency key', NIGHTLY, async ({ page }) => {
  const name = named('Cold Corner')
  const keys: (string | undefined)[] = []
  await page.route('**/api/deployment', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await (keys.length === 1 ? route.abort() : route.continue())
  })
  await toSummary(page, name)
  await press(page, 'Deploy Now')
  await expect(page.getByText('Deployment Failed', { exact: true })).toBeVisible()
  await expect(page.getByText('There was an error deploying your site. Please try again.', { exact: true })).toBeVisible()
  await expect(line(page, 'Site name')).toHaveText(name)
  await press(page, 'Deploy Now')
  await expect(page.getByRole('heading', { level: 1, name: 'Deployment Successful!' })).toBeVisible()
  expect(keys).toEqual([keys[0], keys[0]])
  expect(keys[0]).toMatch(/^[\w-]{20,}$/)
})

test('the wizard reports a domain that belongs to another site at its field', NIGHTLY, async ({ page }) => {
  // Subdomains of the installation's own domain are always rejected.
  const domain = `${named('own').replace(' ', '-')}.sustainable-tech.example`
  await toSummary(page, named('Second'), domain)
  await press(page, 'Deploy Now')
  await expect(page.getByText('Another site uses that domain.')).toBeVisible()
  await expect(page.getByLabel('Domain name')).toBeFocused()
  await expect(page.getByLabel('Domain name')).toHaveValue(domain)
})

test('an expired claim link shows a notice instead of the claim form', NIGHTLY, async ({ page }) => {
  const config = { siteName: named('Too Late'), content: 'empty' }
  const { claimLink, claimUntil } = (await (await page.request.post('/api/deployment', { data: config })).json()) as Record<string, string>
  const end = Date.parse(claimUntil ?? '')
  await page.clock.setFixedTime(end - 60_000)
  await page.goto(claimLink ?? '')
  await expect(page.getByRole('form', { name: 'Claim your site' })).toBeVisible()
  await page.clock.setFixedTime(end + 60_000)
  await page.reload()
  await expect(page.getByText('The time to claim this site has expired', { exact: true })).toBeVisible()
  await expect(page.getByRole('form', { name: 'Claim your site' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page.getByRole('complementary', { name: 'About this site' })).toContainText('This site is being retired.')
})
