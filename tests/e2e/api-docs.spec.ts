/** The API documentation page as on a self-hosted site: plain HTTP on a host name other than localhost. */
import { chromium, expect, type Browser, type Page } from '@playwright/test'
import { NIGHTLY, nightlyUnless } from './nightly.ts'
import { expectNoPageProblems } from './no-faults.ts'
import { test, url } from './site.ts'

const HOST = 'net-zero.example'
const origin = () => `http://${HOST}:${new URL(url()).port}`

/** Launches a browser that resolves HOST to this machine and no other name. */
async function launchForHost(launchOptions: object): Promise<Browser> {
  const { args = [], ...options } = launchOptions as { args?: string[] }
  return chromium.launch({ ...options, args: [...args, `--host-resolver-rules=MAP ${HOST} 127.0.0.1, MAP * ~NOTFOUND`] })
}

/** Records all requests of the page, and its failed requests, console messages and errors. */
function recordTraffic(page: Page): { requests: string[]; problems: string[] } {
  const [requests, problems]: [string[], string[]] = [[], []]
  page.on('request', (request) => requests.push(request.url()))
  page.on('requestfailed', (request) => problems.push(`${request.url()} failed: ${request.failure()?.errorText}`))
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  return { requests, problems }
}

test('the API docs list the endpoints over plain HTTP on any host, without third-party requests', NIGHTLY, async ({ launchOptions }) => {
  const browser = await launchForHost(launchOptions)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const { requests, problems } = recordTraffic(page)
  const response = await page.goto(`${origin()}/api/docs`)
  expect(response?.headers()['content-security-policy']).not.toContain('upgrade-insecure-requests')
  await expect(page).toHaveTitle('API · Net Zero')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API')
  expect(await page.locator('.api-call').count()).toBeGreaterThan(100)
  // The stylesheets are loaded: headings have the site's font weight.
  expect(await page.getByRole('heading', { level: 1 }).evaluate((one) => getComputedStyle(one).fontWeight)).toBe('800')

  const call = page.locator('#getArticlesBySlug')
  await call.locator('summary').click()
  await expect(call.getByText('slugOrId', { exact: true })).toBeVisible()
  await call.getByRole('link', { name: 'Article' }).click()
  await expect(page.locator('#shape-Article')).toBeInViewport()
  expect(await page.locator('img, svg').count()).toBe(0)

  await page.getByLabel('Find a call').fill('confirmed addresses csv')
  await expect(page.getByRole('status')).toHaveText('1 call')
  await expect(page.locator('.api-call:visible')).toHaveCount(1)

  // The OpenAPI document names this origin as its server.
  await page.goto(`${origin()}/api/openapi.json`)
  expect(JSON.parse(await page.locator('body').innerText()).servers[0].url).toBe(origin())
  expect(requests.filter((one) => !one.startsWith(`${origin()}/`))).toEqual([])
  expect(problems).toEqual([])
  await browser.close()
})

test('the API docs work without JavaScript and use the theme that was chosen on the site', NIGHTLY, async ({ browser, page }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plainPage = await context.newPage()
  await plainPage.goto(`${url()}/api/docs`)
  await plainPage.locator('#postReviews summary').click()
  await expect(plainPage.locator('#postReviews').getByText('At most 30 calls in 10 minutes')).toBeVisible()
  await expect(plainPage.getByLabel('Find a call')).toBeHidden()
  await context.close()

  await page.goto(`${url()}/api/docs`)
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.reload()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
})

test('the API docs have no axe violations and no layout problems on a phone', nightlyUnless(false), async ({ page }) => {
  await page.goto(`${url()}/api/docs`)
  for (const id of ['getProducts', 'postDeployment', 'getMeExport']) await page.locator(`#${id} summary`).click()
  await expectNoPageProblems(page, { desk: 'light', phone: 'dark' })
})
