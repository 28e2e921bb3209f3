/** Confirming a subscription twice by a link of older mails, and the enquiry form of a signed-in member. */
import { expect, test } from './site.ts'
import { signUp, unique } from './people.ts'
import { PASSWORD, NAME } from './administrator.ts'

const SHOTS = process.env['SHOTS']

test('a newsletter confirmation link reports a confirmed subscription when used again, also without JavaScript', async ({
  page,
  browser,
}) => {
  expect((await page.request.post('/api/admin/login', { data: { username: NAME, password: PASSWORD() } })).status()).toBe(200)
  const email = `twice-${crypto.randomUUID().slice(0, 8)}@example.org`
  await page.request.post('/api/newsletter', { data: { email } })
  const mails = (await (await page.request.get('/api/admin/mail')).json()) as { to: string; body: string }[]
  const key = /confirm\?key=([\w-]{43})/.exec(mails.find(({ to }) => to === email)?.body ?? '')?.[1]
  for (const title of ['You are subscribed', 'Your subscription is already confirmed']) {
    await page.goto('/about')
    await page.goto(`/newsletter/confirm#${key}`)
    await page.getByRole('button', { name: 'Confirm subscription' }).click()
    await expect(page.getByRole('status').filter({ hasText: title })).toBeVisible()
  }
  if (SHOTS) await shoot(page, 'confirm')
  const plainPage = await browser.newPage({ javaScriptEnabled: false, baseURL: new URL(page.url()).origin })
  await plainPage.goto(`/newsletter/confirm?key=${key}`)
  await plainPage.getByRole('button', { name: 'Confirm subscription' }).click()
  await expect(plainPage.getByRole('status').filter({ hasText: 'Your subscription is already confirmed' })).toBeVisible()
  await plainPage.close()
})

test('the enquiry form is prefilled for a signed-in member', async ({ page }) => {
  const name = unique('known')
  await signUp(page, name)
  await page.goto('/enquiry/hearthstone-keep-10')
  const form = page.getByRole('form', { name: 'Enquiry' })
  await expect(form.getByLabel('Email')).toHaveValue(`${name}@example.org`)
  await expect(form.getByLabel('Name')).toHaveValue(name)
  if (SHOTS) await shoot(page, 'enquiry')
})

async function shoot(page: import('@playwright/test').Page, name: string) {
  for (const width of [360, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${SHOTS}/${name}-${width}-${colorScheme}.png` })
    }
}
