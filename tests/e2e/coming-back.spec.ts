/** What members missed, the weekly digest in the email settings, and the question how a reviewed product is going. */
import { expectNoAxeViolations } from './axe.ts'
import { otherBrowser, signUp, unique } from './people.ts'
import { expect, test } from './site.ts'

// The review of the last test is too new for the server, which refuses its update with 409.
test.use({ expectedInConsole: /status of 409/ })

test('what a member missed is listed below the notifications until it is dismissed', async ({ browser }) => {
  const [page, other] = [await otherBrowser(browser), await otherBrowser(browser)]
  await signUp(page, unique('Back'))
  await signUp(other, unique('Stayed'))
  const title = unique('Does it hum')
  const posted = await other.request.post('/api/forums', { data: { title, content: 'Mine does.', categoryId: 1 } })
  const { id } = (await posted.json()) as { id: number }
  await page.setViewportSize({ width: 360, height: 760 })
  await page.goto('/notices')
  const missed = page.getByRole('region', { name: 'What you missed' })
  await expect(missed.getByRole('listitem').first()).toBeVisible()
  expect(await missed.getByRole('listitem').count()).toBeLessThanOrEqual(6)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectNoAxeViolations(page, 'what you missed')
  expect(id).toBeGreaterThan(0)

  await missed.getByRole('button', { name: 'Dismiss' }).focus()
  await page.keyboard.press('Enter')
  await expect(missed).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Notifications', exact: true })).toBeFocused()
})

test('a member chooses the weekly digest in the email settings', async ({ browser }) => {
  const page = await otherBrowser(browser)
  await signUp(page, unique('Weekly'))
  await page.goto('/account?tab=notices')
  const digest = page.getByLabel('Weekly digest of what is new in your interests')
  await expect(digest).toHaveValue('off')
  await digest.selectOption('Once a week')
  await expect(page.getByText('Email settings saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(digest).toHaveValue('weekly')
  await expectNoAxeViolations(page, 'email settings')
})

test('an author is asked how the product is going, and a refused update keeps its text', async ({ browser }) => {
  const page = await otherBrowser(browser)
  await signUp(page, unique('Owner'))
  const product = (await (await page.request.get('/api/products/brightwell-slate-410')).json()) as { id: number }
  const data = { productId: product.id, rating: 5, title: unique('Quiet'), content: 'We like it.' }
  expect((await page.request.post('/api/reviews', { data })).status()).toBe(201)
  const form = page.getByRole('form', { name: 'How is it going?' })
  await page.goto('/products/brightwell-slate-410?tab=reviews')
  await expect(page.getByText('You have reviewed this product')).toBeVisible()
  await expect(form).toHaveCount(0)

  // Only the browser believes that a year has passed.
  await page.clock.setFixedTime(Date.now() + 370 * 86_400_000)
  await page.reload()
  await form.getByRole('button', { name: 'Post update' }).click()
  await expect(form.getByText('Please say what has changed.')).toBeVisible()
  await form.getByLabel('Are you still using it?').selectOption('No')
  await form.getByLabel('What has changed?').fill('It has become loud.')
  await expectNoAxeViolations(page, 'form for an update')
  await form.getByRole('button', { name: 'Post update' }).click()
  await expect(page.getByText('You can add an update 12 months after your review.').first()).toBeVisible()
  await expect(form.getByLabel('What has changed?')).toHaveValue('It has become loud.')
})
