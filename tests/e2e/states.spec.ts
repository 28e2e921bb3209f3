/** Loading, empty and error states, with responses delayed, emptied or failed by route handlers. */
import type { Page } from '@playwright/test'
import { waitUntilSettled } from './settled.ts'
import { expect, test } from './site.ts'
import { NIGHTLY } from './nightly.ts'

test.use({ expectedInConsole: /Failed to load resource|could not be loaded|failed|500/i })

/** Makes requests to a path fail: with a response, without any response (`never`), or with a broken connection (`cut`). */
const failRequests = (page: Page, path: RegExp, response: { status: number; body?: string } | 'never' | 'cut') =>
  page.route(
    (url) => path.test(url.pathname + url.search),
    (route) => {
      if (response === 'cut') return route.abort()
      if (response === 'never') return undefined
      return route.fulfill({
        status: response.status,
        body: response.body ?? '',
        contentType: response.body?.startsWith('{') ? 'application/json' : 'text/plain',
      })
    },
  )

/** Opens a page by client-side navigation, so that the browser requests its data. */
async function navigateTo(page: Page, link: string) {
  await page.goto('/about')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link, exact: true }).click()
}

test('FORUM-02 FORUM-04 FORUM-05 FORUM-06 FORUM-07 a forum that fails to load can be retried in place', async ({ page }) => {
  await failRequests(page, /^\/api\/forums\?/, { status: 500, body: 'boom' })
  await navigateTo(page, 'Forum')
  await expect(page.getByRole('heading', { name: 'Error Loading Forums' })).toBeVisible()
  await expect(page.getByText('Failed to load forums: 500: boom')).toBeVisible()
  await page.unrouteAll()
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('main').getByRole('list').getByRole('link').first()).toBeVisible()
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
})

test('API-GEN-09 API-GEN-10 an error shows the server’s message, or the status text without one', async ({ page }) => {
  for (const [response, shown] of [
    [{ status: 503, body: '{"message":"Closed for the night."}' }, '503: Closed for the night.'],
    [{ status: 500 }, '500: Internal Server Error'],
  ] as const) {
    await failRequests(page, /^\/api\/forums\?/, response)
    await navigateTo(page, 'Forum')
    await expect(page.getByText(`Failed to load forums: ${shown}`)).toBeVisible()
    await page.unrouteAll()
  }
})

test('ART-04 PROD-04 lists show skeletons while loading', NIGHTLY, async ({ page }) => {
  await failRequests(page, /^\/api\/(articles|products)\?/, 'never')
  await navigateTo(page, 'Articles')
  await expect(page.locator('main [data-part=skeleton-card]')).toHaveCount(6)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click()
  await expect(page.locator('main [data-part=product][data-skeleton]')).toHaveCount(8)
})

test(
  'HOME-11 HOME-17 GEN-02 the home page shows a loading state per section, and never the empty text meanwhile',
  NIGHTLY,
  async ({ page }) => {
    await failRequests(page, /^\/api\/(articles\/featured|products\/featured)/, 'never')
    await navigateTo(page, 'Home')
    await expect(page.getByRole('status').filter({ hasText: /featured articles/i })).toBeVisible()
    await expect(page.locator('main [data-part=product][data-skeleton]')).toHaveCount(4)
    await expect(page.getByText('No featured articles yet.')).toHaveCount(0)
    await expect(page.getByText('No featured products available yet.')).toHaveCount(0)
  },
)

test('HOME-12 HOME-19 HOME-24 HOME-25 HOME-39 an empty site shows its empty states', async ({ page }) => {
  await page.route(/\/api\/((articles|products)\/featured|expert-articles|experts|forums\/popular|reviews\/recent)/, (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
  )
  await navigateTo(page, 'Home')
  for (const text of [
    'No featured articles yet. Articles with ratings of 4 or 5 will appear here.',
    'No featured products available yet.',
    'No forum topics available yet.',
    'No reviews available yet.',
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  const samples = page.getByRole('link', { name: /Read Expert Analysis/ })
  await expect(samples).toHaveCount(3)
  expect(await samples.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/articles',
    '/articles',
    '/articles',
  ])
})

test('HOME-33 failed community data shows a retry button, not the empty text', NIGHTLY, async ({ page }) => {
  await failRequests(page, /^\/api\/(forums\/popular|reviews\/recent)/, { status: 500 })
  await navigateTo(page, 'Home')
  await expect(
    page
      .getByRole('main')
      .getByRole('button', { name: /try again|load again|retry/i })
      .first(),
  ).toBeVisible()
  await expect(page.getByText('No forum topics available yet.')).toHaveCount(0)
})

test('FORUM-32 FORUM-33 FORUM-34 a topic that fails to load can be retried', NIGHTLY, async ({ page }) => {
  await page.goto('/forum')
  await failRequests(page, /^\/api\/forums\/\d+/, { status: 500, body: 'boom' })
  await page.locator('main li a[href^="/forum/"]').first().click()
  await expect(page.getByRole('heading', { name: 'Forum Topic Not Found' })).toBeVisible()
  await expect(page.getByText('Failed to load forum topic: 500: boom')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Forums' })).toHaveAttribute('href', '/forum')
  await page.unrouteAll()
  await page.getByRole('main').getByRole('button').first().click()
  await expect(page.getByRole('heading', { name: 'Replies', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Forum Topic Not Found' })).toBeHidden()
})

test('FORUM-35 failed replies show a retry button below the topic', NIGHTLY, async ({ page }) => {
  await page.goto('/forum')
  await failRequests(page, /^\/api\/forum-replies/, { status: 500 })
  await page.locator('main li a[href^="/forum/"]').first().click()
  await expect(page.getByRole('main').getByRole('button', { name: /try again|load again|retry/i })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/Not Found/)
})

test('FORUM-20 FORUM-21 FORUM-37 the text of a topic or reply is kept when posting fails', async ({ page }) => {
  await page.goto('/forum')
  await page.getByRole('button', { name: 'Start New Topic' }).click()
  const form = page.getByRole('form', { name: 'Your new topic' })
  await form.getByLabel('Title').fill('A title')
  await form.getByLabel('Content').fill('Some words')
  await failRequests(page, /^\/api\/forums$/, { status: 500, body: 'boom' })
  await form.getByRole('button', { name: 'Post Topic' }).click()
  await expect(form.getByRole('alert')).toHaveText('Failed to create forum topic: 500: boom')
  await expect(form.getByLabel('Title')).toHaveValue('A title')
  await expect(form.getByLabel('Content')).toBeEnabled()

  await page.goto('/forum/2')
  await failRequests(page, /^\/api\/forum-replies$/, { status: 500, body: 'boom' })
  await page.getByLabel('Your reply').fill('My reply')
  await page.getByRole('button', { name: 'Post Reply' }).click()
  await expect(page.getByText('Failed to post reply: 500: boom')).toBeVisible()
  await expect(page.getByLabel('Your reply')).toHaveValue('My reply')
})

test('PROD-47 PROD-50 ENQ-27 ENQ-28 NEWS-13 forms that fail show an error and keep the input', NIGHTLY, async ({ page }) => {
  await failRequests(page, /^\/api\/(reviews|enquiries|newsletter)$/, { status: 500 })
  await page.goto('/products/plover-home-7?tab=reviews')
  const review = page.getByRole('form', { name: 'Write a review' })
  await review.getByLabel('Review title').fill('A title')
  await review.getByLabel('Your review').fill('Some words')
  await review.getByRole('button', { name: 'Submit Review' }).click()
  await expect(page.getByText('Failed to submit your review. Please try again.').first()).toBeVisible()
  await expect(review.getByLabel('Review title')).toHaveValue('A title')

  await page.goto('/enquiry/plover-home-7')
  for (const [label, value] of [
    ['Name', 'Jo'],
    ['Email', 'jo@example.org'],
    ['Phone', '0123456789'],
    ['Address', '1 The Row'],
  ] as const)
    await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Submit Enquiry' }).click()
  await expect(page.getByText('Error submitting enquiry').first()).toBeVisible()
  await expect(page.getByText('Please try again later or contact us directly.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit Enquiry' })).toBeEnabled()
  await expect(page.getByLabel('Name')).toHaveValue('Jo')

  await page.goto('/')
  await page.getByLabel('Email address').fill('reader@example.org')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Failed to subscribe. Please try again later.').first()).toBeVisible()
  await expect(page.getByLabel('Email address')).toHaveValue('reader@example.org')
})

test('CAT-10 CAT-11 CAT-12 an unknown category and one that fails to load show different messages', async ({ page }) => {
  await page.goto('/category/nowhere')
  await expect(page.getByRole('heading', { name: 'Category Not Found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/')
  await page.goto('/')
  await failRequests(page, /^\/api\/categories\/solar-panels/, { status: 500 })
  await page.locator('main a[href="/category/solar-panels"]').first().click()
  await expect(page.getByRole('heading', { name: 'Error Loading Category' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return Home' })).toBeVisible()
})

test('ENQ-03 ENQ-04 ENQ-05 USER-11 ART-37 ART-38 PROD-37 each not-found page has its text', async ({ page }) => {
  await page.goto('/enquiry/nowhere')
  await expect(page.getByRole('heading', { name: 'Product Not Found' })).toBeVisible()
  await expect(page.getByText("We couldn't find the product you're looking for.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/')
  await page.goto('/user/99999')
  await expect(page.getByText('User not found')).toBeVisible()
  await page.goto('/articles/nowhere')
  await expect(page.getByRole('heading', { name: 'Article Not Found' })).toBeVisible()
  await expect(page.getByRole('main').locator('a[href="/articles"]').first()).toBeVisible()
  await page.goto('/products/nowhere')
  await expect(page.getByRole('heading', { name: 'Product Not Found' })).toBeVisible()
})

test('PROD-25 PROD-26 a failed picture falls back to a placeholder, then to a labelled box', NIGHTLY, async ({ page }) => {
  await failRequests(page, /^\/art\/products\//, { status: 404 })
  await page.goto('/products?category=ev-chargers')
  await expect(page.locator('main article img[src="/art/scenes/product-placeholder.svg"]').first()).toBeVisible()
  await failRequests(page, /^\/art\/scenes\/product-placeholder/, { status: 404 })
  await page.goto('/products?category=ev-chargers')
  await expect(page.locator('main article [data-part=picture]', { hasText: 'EV Charger' }).first()).toBeVisible()
})

test('TOAST-01 TOAST-02 TOAST-04 one toast at a time, for five seconds, focused by F8', NIGHTLY, async ({ page }) => {
  await page.goto('/')
  const subscribe = page.getByRole('button', { name: 'Subscribe' })
  await subscribe.click()
  const first = page.getByText('Please enter your email address').first()
  await expect(first).toBeVisible()
  const startedAt = Date.now()
  await page.keyboard.press('F8')
  expect(await page.evaluate(() => document.activeElement?.closest('[role=region]') !== null)).toBe(true)
  await page.getByRole('heading', { level: 1 }).click({ force: true })
  await page.mouse.move(5, 5)
  await expect(first).toBeHidden()
  expect(Date.now() - startedAt).toBeGreaterThan(3500)
})

test('TOAST-01 a message appears and disappears even if the toast script fails to load', NIGHTLY, async ({ page }) => {
  await failRequests(page, /^\/assets\/toast-/, 'cut')
  await page.goto('/')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const message = page.getByRole('alert').filter({ hasText: 'Please enter your email address' })
  await expect(message).toBeVisible()
  await expect(message).toBeHidden()
})

test('GEN-04 lists say that the server is unreachable if there is no response', NIGHTLY, async ({ page }) => {
  await failRequests(page, /^\/api\/(articles|products)\?/, 'cut')
  for (const [link, title] of [
    ['Articles', /articles .*could not be loaded/i],
    ['Products', 'Products could not be loaded'],
  ] as const) {
    await navigateTo(page, link)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText('We could not reach the server. Check your connection and try again.')).toBeVisible()
  }
})

test('a product stays on the page when refetching it fails', NIGHTLY, async ({ page }) => {
  await page.goto('/products/quern-portable-2?tab=reviews')
  await waitUntilSettled(page)
  await failRequests(page, /^\/api\/products\//, { status: 500, body: 'boom' })
  await page.getByLabel('Review title').fill('Asked for again')
  await page.getByLabel('Your review').fill('And it did not come.')
  const refetched = page.waitForResponse(/\/api\/products\//)
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await refetched
  await expect(page.getByText('Review Submitted', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Quern Portable 2' })).toBeVisible()
})
