/** Forms of a page whose script is switched off, and of one whose script does not arrive. */
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
  // A browser tells its console of every answer that is a refusal.
  test.use({ javaScriptEnabled: false, expectedInConsole: /status of 40[034]/ })

  test('ENQ-24 ENQ-26 an enquiry with a mistake is kept and explained; without it the product’s page says that it arrived', async ({
    page,
  }) => {
    await page.goto(ENQUIRY)
    await expect(page.getByText('A part of this page has not arrived.')).toBeHidden()
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

  test('NEWS-03 NEWS-04 NEWS-10 the newsletter takes an address, and says which it does not take', async ({ page }) => {
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
  })

  test('NEWS-12 a subscription is confirmed, categories are chosen, and the list is left', async ({ page }) => {
    const email = `${unique('plain')}@example.org`
    expect((await page.request.post('/api/newsletter', { data: { email } })).status()).toBe(200)
    const asAdmin = await request.newContext({ baseURL: url() })
    await asAdmin.post('/api/admin/login', { data: { username: 'keeper', password: process.env['E2E_ADMIN_PASSWORD'] ?? '' } })
    const mails = (await (await asAdmin.get('/api/admin/mail')).json()) as { to: string; body: string }[]
    await asAdmin.dispose()
    const link = /\/newsletter\/confirm\?key=[\w-]{43}/.exec(mails.find(({ to }) => to === email)?.body ?? '')?.[0] ?? ''

    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm subscription' }).click()
    await expect(page.getByText(`The next newsletter goes to ${email}.`)).toBeVisible()
    await page.getByRole('link', { name: 'Choose what it is about' }).click()
    const solar = page.getByRole('switch', { name: 'Solar Panels' })
    await expect(solar).not.toBeChecked()
    await solar.check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await page.reload()
    await expect(solar).toBeChecked()
    await page.getByRole('link', { name: 'Leave the newsletter' }).click()
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByText('You have left the newsletter')).toBeVisible()
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm subscription' }).click()
    await expect(page.getByRole('alert')).toContainText('This link does not work')
  })

  test('a form of another site is refused', async ({ page }) => {
    const { port } = new URL(url())
    // The same machine by another name is another site.
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

test.describe('when the script does not arrive', () => {
  test.use({ waitsForAlive: false, expectedInConsole: /Failed to load|Failed to fetch|ERR_FAILED|MIME type|SyntaxError|Unexpected token/ })
  const NEEDS = 'This form needs a part of the page that has not arrived. Please check the connection and reload the page.'
  const html = { contentType: 'text/html', body: '<!doctype html><p>Please sign in to this network.</p>' }

  /** What the clock says after a page has stood for so long: the styles go by it. */
  const afterSeconds = (page: Page, seconds: number) =>
    page.evaluate((ms) => {
      for (const one of document.getAnimations()) one.currentTime = ms
    }, seconds * 1000)

  for (const [name, breaks] of Object.entries<(page: Page) => Promise<unknown>>({
    'nothing of it arrives': (page) => page.route(/\.js$/, (route) => route.abort()),
    'the application does not arrive': (page) => page.route(/\/assets\/.*\.js$/, (route) => route.abort()),
    'a proxy answers in its place': (page) => page.route(/\.js$/, (route) => route.fulfill(html)),
  })) {
    test(
      `a form that needs it says so after a while, and nothing moves: ${name}`,
      nightlyUnless(name === 'a proxy answers in its place'),
      async ({ page }) => {
        await breaks(page)
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          await page.goto('/sign-up')
          const notice = page.getByText(NEEDS)
          await expect(page.getByRole('button', { name: 'Sign Up Free' })).toBeDisabled()
          await afterSeconds(page, 9)
          await expect(notice).toBeHidden()
          const before = await page.getByRole('main').boundingBox()
          await afterSeconds(page, 11)
          await expect(notice).toBeVisible()
          expect(await page.getByRole('main').boundingBox()).toEqual(before)
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
          await expect(notice.locator('xpath=..')).toHaveAttribute('role', 'status')
        }
      },
    )

    test(
      `the newsletter and an enquiry arrive all the same: ${name}`,
      nightlyUnless(name === 'nothing of it arrives'),
      async ({ page }) => {
        await breaks(page)
        await page.goto('/')
        await page.getByRole('textbox', { name: 'Email address' }).fill(`${unique('late')}@example.org`)
        await page.getByRole('textbox', { name: 'Email address' }).press('Enter')
        await expect(page.getByText('Thank you for subscribing to our newsletter!')).toBeVisible()
        expect(page.url()).not.toContain('example.org')

        await page.goto(ENQUIRY)
        await afterSeconds(page, 11)
        await expect(page.getByText('A part of this page has not arrived. This form works without it.')).toBeVisible()
        await fillEnquiry(page, unique('Late'))
        await enquiryForm(page).getByRole('button', { name: 'Submit Enquiry' }).click()
        await expect(page.getByText('Enquiry submitted successfully')).toBeVisible()
      },
    )
  }

  test('what was pressed while the script hangs goes its own way in the end', NIGHTLY, async ({ page }) => {
    await page.clock.install()
    await page.route(/\/assets\/.*\.js$/, () => {})
    await page.goto('/')
    await page.getByRole('textbox', { name: 'Email address' }).fill(`${unique('hangs')}@example.org`)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page).toHaveURL(/\/$/)
    await page.clock.fastForward(11_000)
    await expect(page.getByText('Thank you for subscribing to our newsletter!')).toBeVisible()
  })

  test('a page that was answered to a form is hydrated with what was typed', NIGHTLY, async ({ page }) => {
    let breaks = true
    await page.route(/\/assets\/.*\.js$/, (route) => (breaks ? route.abort() : route.continue()))
    await page.goto(ENQUIRY)
    await fillEnquiry(page, unique('Back'))
    await enquiryForm(page).getByLabel('Address').fill('Here')
    breaks = false
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

test('what is typed and sent before the page is hydrated is an enquiry like any other', async ({ page }) => {
  await page.goto(ENQUIRY)
  await fillEnquiry(page, unique('Alive'))
  await enquiryForm(page).getByRole('button', { name: 'Submit Enquiry' }).click()
  await expect(page).toHaveURL(/\/products\/hearthstone-keep-10$/)
})
