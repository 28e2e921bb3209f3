/** The API's description as somebody reads it who has put the site on a machine of their own: plain http, and a name that is not localhost. */
import { chromium, expect, type Browser, type Page } from '@playwright/test'
import { NIGHTLY, nightlyUnless } from './nightly.ts'
import { expectNoPageProblems } from './no-faults.ts'
import { test, url } from './site.ts'

const HOST = 'net-zero.example'
const address = () => `http://${HOST}:${new URL(url()).port}`

/** Whatever the name, it is this machine; and no other is. */
async function openElsewhere(launchOptions: object): Promise<Browser> {
  const { args = [], ...options } = launchOptions as { args?: string[] }
  return chromium.launch({ ...options, args: [...args, `--host-resolver-rules=MAP ${HOST} 127.0.0.1, MAP * ~NOTFOUND`] })
}

/** Everything that the page asks for and everything that the browser says about it. */
function listen(page: Page): { asked: string[]; said: string[] } {
  const [asked, said]: [string[], string[]] = [[], []]
  page.on('request', (request) => asked.push(request.url()))
  page.on('requestfailed', (request) => said.push(`${request.url()} failed: ${request.failure()?.errorText}`))
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (fault) => said.push(fault.message))
  return { asked, said }
}

test('lists the calls over plain http on any name, and asks nobody else', NIGHTLY, async ({ launchOptions }) => {
  const browser = await openElsewhere(launchOptions)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const { asked, said } = listen(page)
  const answer = await page.goto(`${address()}/api/docs`)
  expect(answer?.headers()['content-security-policy']).not.toContain('upgrade-insecure-requests')
  await expect(page).toHaveTitle('API · Net Zero')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API')
  expect(await page.locator('.api-call').count()).toBeGreaterThan(100)
  // The sheets are there: headings are in the site's own letters.
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

  // It is this site's, also as a file for programs.
  await page.goto(`${address()}/api/openapi.json`)
  expect(JSON.parse(await page.locator('body').innerText()).servers[0].url).toBe(address())
  expect(asked.filter((one) => !one.startsWith(`${address()}/`))).toEqual([])
  expect(said).toEqual([])
  await browser.close()
})

test('reads without a script, and in the light that was chosen on the site', NIGHTLY, async ({ browser, page }) => {
  const bare = await browser.newContext({ javaScriptEnabled: false })
  const still = await bare.newPage()
  await still.goto(`${url()}/api/docs`)
  await still.locator('#postReviews summary').click()
  await expect(still.locator('#postReviews').getByText('At most 30 calls in 10 minutes')).toBeVisible()
  await expect(still.getByLabel('Find a call')).toBeHidden()
  await bare.close()

  await page.goto(`${url()}/api/docs`)
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.reload()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
})

test('has no faults that axe or a narrow window finds', nightlyUnless(false), async ({ page }) => {
  await page.goto(`${url()}/api/docs`)
  for (const id of ['getProducts', 'postDeployment', 'getMeExport']) await page.locator(`#${id} summary`).click()
  await expectNoPageProblems(page, { desk: 'light', phone: 'dark' })
})
