/** Forms without JavaScript, and when scripts fail to load. */
import { request, type Page } from '@playwright/test'
import { NIGHTLY, nightlyUnless } from './nightly.ts'
import { unique } from './people.ts'
import { expect, test, url } from './site.ts'

const ENQUIRY = '/enquiry/hearthstone-keep-10'
const enquiryForm = (page: Page) => page.getByRole('form', { name: 'Enquiry' })

async function fillEnquiry(page: Page, name: string): Promise<void> {
  const form = enquiryForm(page)
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Email').fill('plain@example.org')
  await form.getByLabel('Phone').fill('0123456789')
  await form.getByLabel('Address').fill('1 The Row\nBath')
}

test.describe('without JavaScript', () => {
  // Browsers log every response with an error status.
  test.use({ javaScriptEnabled: false, expectedInConsole: /status of 40[034]/ })

  test('ENQ-24 ENQ-26 an invalid enquiry keeps its input and shows errors; a valid one is confirmed on the product page', async ({
    page,
  }) => {
    await page.goto(ENQUIRY)
    await expect(page.getByText('Part of this page has not loaded.')).toBeHidden()
    const name = unique('Plain')
    await fillEnquiry(page, `${name} <script>`)
    await enquiryForm(page).getByLabel('Phone').fill('123')
    await enquiryForm(page).getByRole('button', { name: 'Submit Enquiry' }).click()

    await expect(page).toHaveURL(new RegExp(`${ENQUIRY}$`))
    const phone = enquiryForm(page).getByLabel('Phone')
    await expect(phone).toHaveAccessibleDescription('Please enter a valid phone number')
    await expect(phone).toHaveValue('123')
    await expect(enquiryForm(page).getByLabel('Name')).toHaveValue(`${name} <script>`)
    await expect(enquiryForm(page).getByLabel('Address')).toHaveValue('1 The Row\nBath')
    await phone.fill('0123456789')
    await phone.press('Enter')

    await expect(page).toHaveURL(/\/products\/hearthstone-keep-10\?sent=enquiry$/)
    const status = page.getByRole('status').filter({ hasText: 'Enquiry submitted successfully' })
    await expect(status).toContainText("We'll be in touch soon regarding your enquiry.")
  })

  test('NEWS-03 NEWS-04 NEWS-10 the newsletter form reports invalid email addresses and accepts a valid one', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page).toHaveURL(/\/newsletter$/)
    const field = page.getByRole('textbox', { name: 'Email address' })
    await expect(field).toHaveAccessibleDescription('Please enter your email address')
    await field.fill('not an address')
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription('Please enter a valid email address')
    await expect(field).toHaveValue('not an address')
    await field.fill(`${unique('plain')}@example.org`)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page).toHaveURL(/\/newsletter\?sent=newsletter$/)
    await expect(page.getByText('Thank you for subscribing to our newsletter!')).toBeVisible()
    await expect(page.getByText('please open the link in the email', { exact: false })).toBeVisible()
  })

  test('NEWS-12 a subscriber confirms the subscription, chooses categories and unsubscribes', async ({ page }) => {
    const email = `${unique('plain')}@example.org`
    expect((await page.request.post('/api/newsletter', { data: { email } })).status()).toBe(200)
    const adminCalls = await request.newContext({ baseURL: url() })
    await adminCalls.post('/api/admin/login', { data: { username: 'keeper', password: process.env['E2E_ADMIN_PASSWORD'] ?? '' } })
    const mails = (await (await adminCalls.get('/api/admin/mail')).json()) as { to: string; body: string }[]
    await adminCalls.dispose()
    const link = /\/newsletter\/confirm\?key=[\w-]{43}/.exec(mails.find(({ to }) => to === email)?.body ?? '')?.[0] ?? ''

    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm subscription' }).click()
    await expect(page.getByText(`The next newsletter goes to ${email}.`)).toBeVisible()
    await page.getByRole('link', { name: 'Choose your topics' }).click()
    const solar = page.getByRole('switch', { name: 'Solar Panels' })
    await expect(solar).not.toBeChecked()
    await solar.check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await page.reload()
    await expect(solar).toBeChecked()
    await page.getByRole('link', { name: 'Unsubscribe' }).click()
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByText('You are unsubscribed')).toBeVisible()
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm subscription' }).click()
    await expect(page.getByRole('alert')).toContainText('This link does not work')
  })

  test('the server rejects a form submitted from another site', async ({ page }) => {
    const { port } = new URL(url())
    // Another host name of the same machine is another site.
    await page.route('http://elsewhere.localhost/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="http://localhost:${port}/newsletter"><input name="email" value="a@example.org"><button>Go</button></form>`,
      }),
    )
    await page.goto('http://elsewhere.localhost/')
    await page.getByRole('button').click()
    await expect(page.getByText('This came from another site.')).toBeVisible()
  })
})

test.describe('when scripts fail to load', () => {
  test.use({ waitsForAlive: false, expectedInConsole: /Failed to load|Failed to fetch|ERR_FAILED|MIME type|SyntaxError|Unexpected token/ })
  const NEEDS_SCRIPT = 'This form needs a part of the page that has not loaded. Please check your connection and reload the page.'
  const captivePortal = { contentType: 'text/html', body: '<!doctype html><p>Please sign in to this network.</p>' }

  /** Sets the time of all animations: notices appear by a CSS animation delay. */
  const setAnimationTime = (page: Page, seconds: number) =>
    page.evaluate((ms) => {
      for (const one of document.getAnimations()) one.currentTime = ms
    }, seconds * 1000)

  for (const [failure, failScripts] of Object.entries<(page: Page) => Promise<unknown>>({
    'no script loads': (page) => page.route(/\.js$/, (route) => route.abort()),
    'the application does not load': (page) => page.route(/\/assets\/.*\.js$/, (route) => route.abort()),
    'a proxy responds instead': (page) => page.route(/\.js$/, (route) => route.fulfill(captivePortal)),
  })) {
    test(
      `a form that needs JavaScript says so after 10 s without layout shift: ${failure}`,
      nightlyUnless(failure === 'a proxy responds instead'),
      async ({ page }) => {
        await failScripts(page)
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          await page.goto('/sign-up')
          const notice = page.getByText(NEEDS_SCRIPT)
          await expect(page.getByRole('button', { name: 'Sign Up Free' })).toBeDisabled()
          await setAnimationTime(page, 9)
          await expect(notice).toBeHidden()
          const before = await page.getByRole('main').boundingBox()
          await setAnimationTime(page, 11)
          await expect(notice).toBeVisible()
          expect(await page.getByRole('main').boundingBox()).toEqual(before)
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
          await expect(notice.locator('xpath=..')).toHaveAttribute('role', 'status')
        }
      },
    )

    test(`the newsletter and enquiry forms work: ${failure}`, nightlyUnless(failure === 'no script loads'), async ({ page }) => {
      await failScripts(page)
      await page.goto('/')
      await page.getByRole('textbox', { name: 'Email address' }).fill(`${unique('late')}@example.org`)
      await page.getByRole('textbox', { name: 'Email address' }).press('Enter')
      await expect(page.getByText('Thank you for subscribing to our newsletter!')).toBeVisible()
      expect(page.url()).not.toContain('example.org')

      await page.goto(ENQUIRY)
      await setAnimationTime(page, 11)
      await expect(page.getByText('Part of this page has not loaded. This form works without it.')).toBeVisible()
      await fillEnquiry(page, unique('Late'))
      await enquiryForm(page).getByRole('button', { name: 'Submit Enquiry' }).click()
      await expect(page.getByText('Enquiry submitted successfully')).toBeVisible()
    })
  }

  test('a form submitted while scripts hang is sent natively after 10 s', NIGHTLY, async ({ page }) => {
    await page.clock.install()
    await page.route(/\/assets\/.*\.js$/, () => {})
    await page.goto('/')
    await page.getByRole('textbox', { name: 'Email address' }).fill(`${unique('hangs')}@example.org`)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page).toHaveURL(/\/$/)
    await page.clock.fastForward(11_000)
    await expect(page.getByText('Thank you for subscribing to our newsletter!')).toBeVisible()
  })

  test('a re-rendered form is hydrated with the submitted input', NIGHTLY, async ({ page }) => {
    let areScriptsFailing = true
    await page.route(/\/assets\/.*\.js$/, (route) => (areScriptsFailing ? route.abort() : route.continue()))
    await page.goto(ENQUIRY)
    await fillEnquiry(page, unique('Back'))
    await enquiryForm(page).getByLabel('Address').fill('Here')
    areScriptsFailing = false
    await enquiryForm(page).getByRole('button', { name: 'Submit Enquiry' }).click()
    await expect(page.locator('html[data-hydrated]')).toHaveCount(1)
    const address = enquiryForm(page).getByLabel('Address')
    await expect(address).toHaveAccessibleDescription(/Address must be at least 5 characters/)
    await expect(page.locator('[data-part=late-notice]')).toHaveCount(0)
    await address.fill('1 The Row')
    await enquiryForm(page).getByRole('button', { name: 'Submit Enquiry' }).click()
    await expect(page.getByRole('region', { name: /Notification/ })).toContainText('Enquiry submitted successfully')
    await expect(page).toHaveURL(/\/products\/hearthstone-keep-10$/)
  })
})

test('an enquiry submitted before hydration is sent', async ({ page }) => {
  await page.goto(ENQUIRY)
  await fillEnquiry(page, unique('Alive'))
  await enquiryForm(page).getByRole('button', { name: 'Submit Enquiry' }).click()
  await expect(page).toHaveURL(/\/products\/hearthstone-keep-10$/)
})
