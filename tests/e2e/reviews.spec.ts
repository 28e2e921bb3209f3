/** Product reviews: browsing without and with JavaScript, writing, editing, proof of purchase and replies. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { EXPECTED_IN_CONSOLE, expectToast, signIn, some } from './administrator.ts'
import { expectNoAxeViolations } from './axe.ts'
import { NIGHTLY } from './nightly.ts'
import { keeper, otherBrowser, signUp, unique } from './people.ts'
import { expect, test } from './site.ts'

test.use({ expectedInConsole: EXPECTED_IN_CONSOLE })

const titles = (page: Page) =>
  page
    .getByRole('tabpanel', { name: /Reviews/ })
    .getByRole('article')
    .getByRole('heading')

/** Creates a product for one test. */
async function createProduct(): Promise<{ path: string }> {
  const adminCalls = await keeper()
  const name = some('Kettle')
  const slug = name.toLowerCase().replace(' ', '-')
  const created = await adminCalls.post('/api/products', {
    data: { name, slug, description: 'Boils what you put in.', categoryId: 4, price: '£30' },
  })
  expect(created.status()).toBe(201)
  await adminCalls.dispose()
  return { path: `/products/${slug}?tab=reviews` }
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('PROD-38 the sort order, stars and search of reviews are set by a form and links, and are in the URL', async ({ page }) => {
    await page.goto('/products/thornbury-aria-7?tab=reviews')
    const bar = page.getByRole('search', { name: 'Filter reviews' })
    await bar.getByLabel('Sort by').selectOption('lowest')
    await bar.getByLabel('Stars').selectOption('4')
    await bar.getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL(/tab=reviews.*sort=lowest.*stars=4/)
    await expect(titles(page)).toHaveCount(5)
    await expect(page.getByText('5 reviews of 14 reviews')).toBeVisible()
    await page.getByRole('table', { name: 'Number of reviews for each rating' }).getByRole('link', { name: '5 stars' }).click()
    await expect(titles(page)).toHaveCount(6)
    await page.getByText('How we rank products').last().click()
    await expect(page.getByText(/^\(5 × \d\.\d+ \+ \d+\) ÷ \(5 \+ 14\) = \d\.\d/)).toBeVisible()
  })
})

test('on a phone reviews are filtered by keyboard, with the filters in the URL and without overflow', NIGHTLY, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/products/thornbury-aria-7?tab=reviews')
  const bar = page.getByRole('search', { name: 'Filter reviews' })
  await bar.getByLabel('Sort by').focus()
  await page.keyboard.type('Highest')
  await expect(page).toHaveURL(/sort=highest/)
  await expect(bar.getByLabel('Sort by')).toBeFocused()
  await bar.getByLabel('Search these reviews').fill('nothing says this')
  await expect(page.getByText('No review of 14 reviews')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(titles(page)).toHaveCount(14)
  await expect(page).toHaveURL(/sort=highest/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.goto('/about#reviews')
  await expect(page.getByRole('row', { name: /^Received/ })).toBeVisible()
})

test(
  'a member reviews, edits, adds a picture and proof; an administrator verifies and replies; the member is notified',
  NIGHTLY,
  async ({ page, browser }) => {
    const { path } = await createProduct()
    const name = unique('owner')
    const member = await otherBrowser(browser)
    await signUp(member, name)
    await member.goto(path)
    const form = member.getByRole('form', { name: 'Write a review' })
    await form.getByLabel('Review title').fill('Good kettle')
    await form.getByLabel('Your review').fill('It whistles.')
    await form.getByLabel('Owned for (months)').fill('two')
    await form.getByRole('button', { name: 'Submit Review' }).click()
    await expect(form.getByLabel('Owned for (months)')).toHaveAccessibleDescription(/whole months/)
    await form.getByLabel('Owned for (months)').fill('14')
    await form.getByRole('button', { name: 'Submit Review' }).click()
    await expectToast(member, 'Review Submitted', 'Your review has been successfully posted. Thank you for your feedback!')
    const mine = member.getByRole('article').filter({ hasText: 'Good kettle' })
    await expect(mine).toContainText('Owned for 14 months')
    await member.setViewportSize({ width: 360, height: 740 })
    await expect(member.getByRole('form', { name: 'Picture of the proof' })).toBeVisible()
    expect(await member.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

    await member.getByRole('button', { name: 'Edit your review' }).click()
    const editor = member.getByRole('form', { name: 'Edit your review' })
    await editor.getByLabel('Your review').fill('It whistles in two notes.')
    await editor.getByRole('button', { name: 'Save changes' }).click()
    await expect(mine).toContainText('It whistles in two notes.')
    await expect(mine).toContainText(/Edited \d/)

    const file = {
      name: 'kettle.png',
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 60, height: 40, channels: 3, background: '#357' } })
        .png()
        .toBuffer(),
    }
    const pictures = member.getByRole('form', { name: 'Add a picture' })
    await pictures.getByLabel('Add a picture').setInputFiles(file)
    await pictures.getByRole('button', { name: 'Add picture' }).click()
    await expect(pictures.getByLabel('What it shows')).toHaveAccessibleDescription(/Please describe the picture/)
    await pictures.getByLabel('What it shows').fill('A blue kettle')
    await pictures.getByRole('button', { name: 'Add picture' }).click()
    await expect(mine.getByRole('img', { name: 'A blue kettle' })).toBeVisible()
    const proof = member.getByRole('form', { name: 'Picture of the proof' })
    await proof.getByLabel('Picture of the proof').setInputFiles(file)
    await proof.getByLabel('Note (optional)').fill('The invoice')
    await proof.getByRole('button', { name: 'Send proof' }).click()
    await expect(member.getByText('We are checking your proof of purchase.')).toBeVisible()
    await expectNoAxeViolations(member)

    await signIn(page)
    await page.goto('/admin/reviews')
    await page.getByRole('tab', { name: /^Proof of purchase \d/ }).click()
    await expect(page).toHaveURL(/tab=proof/)
    const waiting = page.getByRole('listitem').filter({ hasText: name })
    await expect(waiting.getByRole('button', { name: /^Accept/ })).toBeDisabled()
    await waiting.getByRole('button', { name: /^Show proof/ }).click()
    await expect(waiting.getByRole('img', { name: /^Proof of purchase for/ })).toBeVisible()
    await expectNoAxeViolations(page)
    await waiting.getByRole('button', { name: /^Accept/ }).click()
    await expectToast(page, 'Review verified')
    await expect(waiting).toHaveCount(0)

    await page.goto(path)
    const theirs = page.getByRole('article').filter({ hasText: 'Good kettle' })
    await expect(theirs).toContainText('Verified Purchase')
    await expect(theirs).toContainText('by proof of purchase')
    await theirs.getByRole('button', { name: /^Reply/ }).click()
    const reply = page.getByRole('dialog', { name: /^Reply/ })
    await reply.getByLabel('Reply as').selectOption('maker')
    await reply.getByRole('textbox', { name: 'Reply' }).fill('We are glad that it does.')
    await reply.getByRole('button', { name: 'Save reply' }).click()
    await expect(theirs).toContainText('Reply from the manufacturer')

    await member.goto('/notices')
    await expect(member.getByRole('link', { name: /The manufacturer has replied to your review of/ })).toBeVisible()
    await expect(member.getByRole('link', { name: /is now verified/ })).toBeVisible()
    await member.context().close()
  },
)

test('the back-office lists all reviews, also on a phone, and proofs of purchase in a tab', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page)
  // Demo reviews are on the last page: other tests add newer ones.
  const total = (await page.request.get('/api/reviews?perPage=20')).headers()['x-total-count']
  const last = Math.ceil(Number(total) / 20)
  const [demo] = (await (await page.request.get(`/api/reviews?perPage=20&page=${last}`)).json()) as { title: string; productName: string }[]
  await page.goto(`/admin/reviews?page=${last}`)
  const review = page
    .getByRole('list', { name: 'All reviews' })
    .getByRole('listitem')
    .filter({ hasText: demo?.title ?? '' })
  await expect(review.getByRole('heading')).toContainText(demo?.productName ?? '')
  await expect(review).toContainText('out of 5')
  await expect(review.getByRole('link', { name: /^Open on the product page/ })).toHaveAttribute('href', /^\/products\/.+#review-\d+$/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expectNoAxeViolations(page)
  await page.getByRole('tab', { name: 'All reviews' }).press('ArrowRight')
  await expect(page).toHaveURL(/\/admin\/reviews\?tab=proof$/)
  await expect(page.getByRole('tab', { name: /^Proof of purchase/ })).toHaveAttribute('aria-selected', 'true')
})
