/** The deployment wizard from its first step to the back-office of the copy, against the real server. */
import { line, named, press, step, toSummary } from './assistant.ts'
import { expectNoAxeViolations } from './axe.ts'
import { holdResponse } from './hold-response.ts'
import { NIGHTLY } from './nightly.ts'
import { PASSWORD } from './people.ts'
import { expect, waitForHydration, test } from './site.ts'

const MIN_PROGRESS_MS = 2500
test('HDR-07 HDR-08 ROUTE-11 the last link of the menu opens the deployment wizard', async ({ page }) => {
  await page.goto('/')
  const links = page.getByRole('banner').getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText(['Home', 'Articles', 'Forum', 'Products', 'Tools', 'About', 'Profile', 'Deploy'])
  await links.last().click()
  await expect(page).toHaveURL(/\/deploy$/)
  await expect(page.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveText([/Basic Info/, /Features/, /Deployment/])
})

test('DEPLOY-01 to 13 the wizard shows the options of its three steps and preserves the input on going back', async ({ page }) => {
  const name = named('Green Street')
  await page.goto('/deploy')
  await expect(page.locator('[aria-current=step]')).toContainText('Basic Info')
  const region = page.getByLabel('Primary region')
  const currency = page.getByLabel('Default currency')
  const values = (options: Element[]) => options.map((option) => option.getAttribute('value'))
  expect(await region.locator('option').evaluateAll(values)).toEqual(['uk', 'eu', 'us', 'ca', 'au'])
  expect(await currency.locator('option').evaluateAll(values)).toEqual(['gbp', 'eur', 'usd', 'cad', 'aud'])
  await expect(region).toHaveValue('uk')
  await expect(currency).toHaveValue('gbp')
  await page.getByLabel('Site name').fill(name)
  await page.getByLabel('Description').fill('Warm homes on one street.')
  await region.selectOption('us')
  await currency.selectOption('eur')
  await expect(page.getByRole('figure')).toContainText('Prices in Euro (€)')

  await page.getByLabel('Domain name').fill('no domain')
  await press(page, 'Continue')
  await expect(page.getByText('Please enter a domain name such as example.org')).toBeVisible()
  await expect(page.getByLabel('Domain name')).toBeFocused()
  await page.getByLabel('Domain name').fill('')
  await press(page, 'Continue')

  await step(page, 'Features')
  await expect(page).toHaveURL(/step=2/)
  for (const label of ['Products', 'Articles', 'Forums', 'Expert advice', 'User accounts'])
    await expect(page.getByRole('switch', { name: label })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Analytics' })).not.toBeChecked()
  await expect(page.getByText('allows reviews, forum participation and comments')).toBeVisible()
  const forum = page.getByRole('figure').getByRole('listitem').filter({ hasText: 'Forum' })
  await expect(forum).toBeVisible()
  await page.getByRole('switch', { name: 'Forums' }).uncheck()
  await expect(forum).toHaveCount(0)
  await expect(page.getByRole('figure').getByText('Guides & Reviews', { exact: true })).toBeVisible()
  await press(page, 'Continue')

  await step(page, 'Deployment')
  await expect(line(page, 'Site name')).toHaveText(name)
  await expect(line(page, 'Primary region')).toHaveText('United States')
  await expect(line(page, 'Default currency')).toHaveText('Euro (€)')
  await expect(line(page, 'Off')).toHaveText('Forums')
  await expect(line(page, 'Analytics')).toHaveText('Off')
  await press(page, 'Back')
  await step(page, 'Features')
  await expect(page.getByRole('switch', { name: 'Forums' })).not.toBeChecked()
  await press(page, 'Back')
  await expect(page.getByLabel('Site name')).toHaveValue(name)
  await expect(region).toHaveValue('us')
  await page.goBack()
  await step(page, 'Features')
  await page.reload()
  await page.goto('/deploy')
  await expect(page.getByLabel('Description')).toHaveValue('Warm homes on one street.')
})

test('on a slow device, Continue is disabled until the next step is shown', async ({ page }) => {
  await page.goto('/deploy')
  await page.getByLabel('Site name').fill(named('Slow Street'))
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  await press(page, 'Continue')
  await press(page, 'Continue')
  await step(page, 'Deployment')
})

test('DEPLOY-15 DEPLOY-16 CON-06 TOAST-11 the wizard sends no request without a site name', NIGHTLY, async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && calls.push(request.url())))
  await toSummary(page, '')
  const button = page.getByRole('button', { name: 'Deploy Now' })
  await expect(button).toBeDisabled()
  await page.getByRole('link', { name: 'Give it one in Basic Info' }).click()
  await page.getByLabel('Site name').fill('   ')
  await press(page, 'Continue')
  await press(page, 'Continue')
  await expect(button).toBeEnabled()
  await button.click()
  await expect(page.getByText('Missing Information', { exact: true })).toBeVisible()
  await expect(page.getByText('Please provide a name for your site before deploying.', { exact: true })).toBeVisible()
  expect(calls.filter((url) => url.includes('/api/deployment'))).toEqual([])
})

test('DEPLOY-14 DEPLOY-17 to 21 DEPLOY-24 TOAST-12 TOAST-13 a copy is launched, can be claimed once, and works', async ({
  page,
  browser,
}) => {
  const name = named('Lamp Lane')
  await toSummary(page, name)
  // Without input, the description is generated from the selected features, in the wizard and on the copy.
  const words = 'Independent guides, owners’ reviews and a friendly forum about electric vehicles'
  await expect(line(page, 'Description')).toContainText(words)
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/deployment'))
  const startedAt = Date.now()
  const release = await holdResponse(page, '**/api/deployment')
  await press(page, 'Deploy Now')
  await expect(page.getByText('Deployment Started', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deploying...' })).toBeDisabled()
  release()
  expect((await sent).postDataJSON()).toMatchObject({
    siteName: name,
    primaryRegion: 'uk',
    defaultCurrency: 'gbp',
    analyticsEnabled: false,
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Deployment Successful!' })).toBeFocused()
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(MIN_PROGRESS_MS)
  await expect(page.getByText('Deployment Successful!', { exact: true })).toHaveCount(2)

  const address = page.locator('[data-part=deployed-address]')
  await expect(address).toHaveText(new RegExp(`^${name.toLowerCase().replaceAll(' ', '-')}\\.sustainable-tech\\.`))
  await expectNoAxeViolations(page)
  const link = (await page.getByRole('link', { name: 'Claim your site' }).getAttribute('href')) ?? ''
  await page.reload()
  await expect(page.getByRole('link', { name: 'Claim your site' })).toHaveAttribute('href', link)

  const copy = waitForHydration(await (await browser.newContext({ locale: 'en-GB' })).newPage())
  await copy.goto(link.replace(/#.*/, `#${'x'.repeat(43)}`))
  const menu = copy.getByRole('navigation', { name: 'Main' }).first()
  await expect(menu.getByRole('link', { name: 'About' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Deploy' })).toHaveCount(0)
  const unclaimedNotice = copy.getByRole('complementary', { name: 'About this site' })
  await expect(unclaimedNotice).toHaveCount(0)
  await copy.getByRole('banner').getByRole('link', { name }).click()
  await expect(copy.getByRole('contentinfo')).toContainText(words)
  await expect(unclaimedNotice).toHaveText(
    /^This site has not been claimed yet\. It will be retired on \d+ \w+ 20\d\d\. The person who launched it has the claim link\.$/,
  )
  await expectNoAxeViolations(copy)
  await copy.goBack()
  const form = copy.getByRole('form', { name: 'Claim your site' })
  const claim = async () => {
    await form.getByLabel('Username').fill('rosie')
    await form.getByLabel('Email').fill('rosie@example.org')
    await form.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await form.getByRole('button', { name: 'Claim your site' }).click()
  }
  await claim()
  await expect(copy.getByText('This link does not work')).toBeVisible()
  await copy.goto('about:blank')
  await copy.goto(link)
  await expectNoAxeViolations(copy)
  await claim()
  await expect(copy).toHaveURL(/\/admin$/)
  await expect(copy.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
  await copy.getByRole('banner').getByRole('link', { name }).click()
  await expect(copy.getByRole('heading', { level: 1 })).toContainText('Discover the Best')
  await expect(unclaimedNotice).toHaveCount(0)
  await copy.goto(link)
  await expect(copy.getByText('This site has already been claimed')).toBeVisible()
  expect((await copy.goto(link.replace(/\/claim.*/, '/deploy')))?.status()).toBe(404)
  await copy.context().close()
})

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [360, 768, 1280])
    test(`the wizard has no axe violations and no horizontal overflow at ${width} px, ${colorScheme}`, NIGHTLY, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 800 })
      await toSummary(page, 'The Upper Thistledown Valley Net Zero Neighbours’ Co-op')
      for (const number of [1, 2, 3]) {
        await page.goto(`/deploy?step=${number}`)
        await expectNoAxeViolations(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      }
    })
