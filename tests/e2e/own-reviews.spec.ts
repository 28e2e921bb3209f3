/** Members write and edit reviews: a review that waits, an edit in two tabs, and a draft that is continued from the profile. */
import { DEFAULT_NEWCOMER_LIMITS, NO_NEWCOMER_LIMITS } from '#features/trust/trust.policy.ts'
import { expectNoAxeViolations } from './axe.ts'
import { test } from './own-site.ts'
import { keeper, signUp, unique } from './people.ts'
import { expect, waitForHydration } from './site.ts'

test.use({ expectedInConsole: /status of 409/ })

const PRODUCT = '/products/hearthstone-keep-10?tab=reviews'

test('a review with a link by a new member waits, its author sees why, and an administrator approves it', async ({
  page,
  own,
  browser,
}) => {
  const calls = await keeper(own.url)
  const setLimits = async (newcomers: object) =>
    expect((await calls.patch('/api/admin/settings', { data: { newcomers } })).status()).toBe(200)
  const name = unique('Rin')
  await signUp(page, name)
  await setLimits({ ...DEFAULT_NEWCOMER_LIMITS, secondsBetweenPosts: 0 })
  await page.goto(PRODUCT)
  const form = page.getByRole('form', { name: 'Write a review' })
  const title = unique('Cold')
  await form.getByLabel('Review title').fill(title)
  await form.getByLabel('Your review').fill('As I wrote at https://my-shop.example')
  await page.waitForTimeout(DEFAULT_NEWCOMER_LIMITS.minTypingSeconds * 1000)
  await form.getByRole('button', { name: 'Submit Review' }).click()
  await expect(page.getByText('Your review is waiting for approval')).toBeVisible()
  await expect(page.getByText(/It links to a site that we do not know yet\./)).toBeVisible()
  await expectNoAxeViolations(page, PRODUCT)
  await setLimits(NO_NEWCOMER_LIMITS)

  const office = waitForHydration(await browser.newPage({ baseURL: own.url }))
  await office.request.post('/api/admin/login', { data: { username: 'keeper', password: process.env['E2E_ADMIN_PASSWORD'] ?? '' } })
  await office.addInitScript(() => localStorage.setItem('isAdmin', 'true'))
  await office.goto('/admin/reviews')
  const item = office
    .getByRole('region', { name: /^Waiting for approval/ })
    .getByRole('article')
    .filter({ hasText: title })
  await expect(item).toContainText('Link to an unknown site: my-shop.example')
  await expect(item).toContainText(`${name} (member)`)
  await item.getByRole('button', { name: `Approve the review “${title}”` }).click()
  await expect(item).toHaveCount(0)
  await page.goto(PRODUCT)
  await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible()
})

test('an edit of a review in a second tab asks which version to keep, and the input stays', async ({ page, context }) => {
  await signUp(page, unique('Tess'))
  const product = (await (await page.request.get('/api/products/hearthstone-keep-10')).json()) as { id: number }
  const review = { productId: product.id, rating: 4, title: 'Quiet', content: 'It is quiet.' }
  expect((await page.request.post('/api/reviews', { data: review })).status()).toBe(201)
  const second = waitForHydration(await context.newPage())
  for (const tab of [page, second]) {
    await tab.goto(PRODUCT)
    await tab.getByRole('button', { name: 'Edit your review' }).click()
  }
  const fieldOf = (tab: typeof page) => tab.getByRole('form', { name: 'Edit your review' }).getByLabel('Your review')
  await fieldOf(page).fill('From the first tab.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Review changed').first()).toBeVisible()
  await fieldOf(second).fill('From the second tab.')
  await second.getByRole('button', { name: 'Save changes' }).click()
  const conflict = second.getByRole('alert').filter({ hasText: 'This was changed while you were editing it' })
  await expect(conflict).toContainText('From the first tab.')
  await expect(fieldOf(second)).toHaveValue('From the second tab.')
  await expectNoAxeViolations(second, 'conflict')
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await expect(second.getByText('Review changed').first()).toBeVisible()
  await expect(second.getByRole('article').filter({ hasText: 'From the second tab.' })).toBeVisible()
})

test('the list of drafts links to the forms of a review and an enquiry, which restore the texts', async ({ page }) => {
  await signUp(page, unique('Dot'))
  await page.goto(PRODUCT)
  await page.getByRole('form', { name: 'Write a review' }).getByLabel('Your review').fill('Half of a review.')
  await page.goto('/enquiry/hearthstone-keep-10')
  await page.getByLabel('Notes (optional)').fill('Half of an enquiry.')
  const { user } = (await (await page.request.get('/api/session')).json()) as { user: { id: number } }
  const openDrafts = () => page.goto(`/user/${user.id}?tab=drafts`)
  await openDrafts()
  await page.getByRole('link', { name: 'Review of a product' }).click()
  await expect(page.getByRole('form', { name: 'Write a review' }).getByLabel('Your review')).toHaveValue('Half of a review.')
  await openDrafts()
  await page.getByRole('link', { name: 'Enquiry about a product' }).click()
  await expect(page.getByLabel('Notes (optional)')).toHaveValue('Half of an enquiry.')
})
