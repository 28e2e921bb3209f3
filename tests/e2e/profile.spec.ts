/** The profile: lists of posts, bookmarks with notes, watches, drafts, and what others and visitors see. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoAxeViolations } from './axe.ts'
import { otherBrowser, signUp, unique } from './people.ts'
import { expect, test } from './site.ts'

/** Signs up a member. @returns the id and the name */
async function join(page: Page, name: string) {
  const username = unique(name)
  await signUp(page, username)
  const { user } = (await (await page.request.get('/api/session')).json()) as { user: { id: number } }
  return { id: user.id, username }
}
async function startTopic(page: Page, title: string): Promise<number> {
  const response = await page.request.post('/api/forums', { data: { title, content: 'Mine hums a little.', categoryId: 1 } })
  expect(response.status()).toBe(201)
  return ((await response.json()) as { id: number }).id
}
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name })
const rows = (page: Page) => page.getByRole('main').locator('section li')

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('a visitor reads the posts of a member in tabs, and no private list', async ({ page }) => {
    await page.goto('/user/2')
    await tab(page, 'Replies').click()
    await expect(page).toHaveURL(/\/user\/2\?tab=replies$/)
    await expect(tab(page, 'Replies')).toHaveAttribute('aria-current', 'page')
    await expect(rows(page).first().getByRole('link')).toHaveAttribute('href', /\/forum\/\d+\?reply=\d+#reply-\d+$/)
    await tab(page, 'Reviews').click()
    await expect(rows(page).first().getByRole('link')).toHaveAttribute('href', /\/products\/[\w-]+\?tab=reviews#reviews$/)
    await expect(tab(page, 'Bookmarks')).toBeHidden()
    await page.goto('/user/2?tab=bookmarks')
    await expect(page.locator('noscript [data-part="notice"]')).toBeVisible()
  })
})

test('a profile without posts says so, and its private lists are for the member only', async ({ page, browser }) => {
  const other = await otherBrowser(browser)
  const { id, username } = await join(other, 'Quiet')
  for (const name of ['Topics', 'Replies', 'Reviews']) {
    await page.goto(`/user/${id}`)
    await tab(page, name).click()
    await expect(page.getByRole('heading', { name: `${username} has not written any ${name.toLowerCase()} yet.` })).toBeVisible()
  }
  await page.goto(`/user/${id}?tab=bookmarks`)
  await expect(page.getByRole('heading', { name: `Only ${username} can see this list` })).toBeVisible()
  await expectNoAxeViolations(page, 'private list')
  await other.goto(`/user/${id}`)
  for (const [name, title] of [
    ['Bookmarks', 'You have no bookmarks yet'],
    ['Watched', 'You are not watching anything yet'],
    ['Drafts', 'You have no drafts in this browser'],
    ['Enquiries', 'You have not sent any enquiries yet'],
  ] as const) {
    await tab(other, name).click()
    await expect(other.getByRole('heading', { name: title })).toBeVisible()
  }
})

test('a member bookmarks a topic with a note by keyboard, finds it, changes the note, removes it and undoes that', async ({ browser }) => {
  const page = await otherBrowser(browser)
  const { id } = await join(page, 'Keeper')
  const title = unique('Humming')
  const topicId = await startTopic(page, title)
  await page.goto(`/forum/${topicId}`)
  const bookmark = page.getByRole('button', { name: 'Bookmark', exact: true })
  // It is disabled until the member's bookmarks are known.
  await expect(bookmark).toBeEnabled()
  await bookmark.press('Enter')
  await expect(page.getByRole('button', { name: 'Bookmarked', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Add a note' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Note for your bookmark' })
  await dialog.getByLabel('Note').fill('Ask about feet')
  await dialog.getByRole('button', { name: 'Save note' }).press('Enter')
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Bookmarked', exact: true })).toBeVisible()

  await page.goto(`/user/${id}?tab=bookmarks`)
  const row = rows(page).filter({ hasText: title })
  await expect(row).toContainText('Ask about feet')
  await expectNoAxeViolations(page, 'bookmarks')
  const search = page.getByLabel('Search your bookmarks')
  await search.fill('gravel')
  await expect(page.getByRole('heading', { name: 'No bookmarks with “gravel”' })).toBeVisible()
  await search.fill('feet')
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Edit note' }).click()
  await row.getByLabel('Note').fill('Rubber feet help')
  await row.getByRole('button', { name: 'Save note' }).click()
  await page.goto(`/user/${id}?tab=bookmarks`)
  await expect(row).toContainText('Rubber feet help')
  await row.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'You have no bookmarks yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Rubber feet help')
})

test('a bookmark of a deleted topic shows only the note', async ({ browser }) => {
  const page = await otherBrowser(browser)
  const { id } = await join(page, 'Keeper')
  const topicId = await startTopic(page, unique('Short'))
  await page.request.post('/api/me/bookmarks', { data: { kind: 'topic', id: topicId, note: 'My own words' } })
  expect((await page.request.delete(`/api/forums/${topicId}`)).ok()).toBe(true)
  await page.goto(`/user/${id}?tab=bookmarks`)
  await expect(rows(page)).toContainText('Topic that is no longer available')
  await expect(rows(page)).toContainText('My own words')
})

test('a member watches a category, a product and a member, and stops on the own profile', async ({ browser }) => {
  const page = await otherBrowser(browser)
  const { id } = await join(page, 'Watcher')
  for (const path of ['/category/solar-panels', '/products/hearthstone-keep-10', '/user/2']) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Watch', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Watching' })).toHaveAttribute('aria-pressed', 'true')
    await expectNoAxeViolations(page, path)
  }
  await page.goto(`/user/${id}`)
  await expect(page.getByRole('button', { name: 'Watch', exact: true })).toBeHidden()
  await tab(page, 'Watched').click()
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Stop watching Solar Panels' }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page)).toHaveCount(3)
})

test('the drafts tab links to the form with the draft, and discards drafts with undo', async ({ browser }) => {
  const page = await otherBrowser(browser)
  const { id } = await join(page, 'Drafter')
  const topicId = await startTopic(page, unique('Draft'))
  await page.goto(`/forum/${topicId}`)
  await page.getByLabel('Your reply').fill('Half a thought')
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length))
    .toBeGreaterThan(0)
  await page.goto(`/user/${id}?tab=drafts`)
  await expect(rows(page)).toContainText('Half a thought')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: 'You have no drafts in this browser' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await rows(page).getByRole('link', { name: 'Reply to a topic' }).click()
  await expect(page).toHaveURL(new RegExp(`/forum/${topicId}#post-reply$`))
  await expect(page.getByLabel('Your reply')).toHaveValue('Half a thought')
})

test('a member crops a picture by keyboard; the profile shows the chosen square', async ({ browser }) => {
  const page = await otherBrowser(browser)
  const { id } = await join(page, 'Face')
  // The left half is red, the right half is blue.
  const half = (background: string) => ({ create: { width: 300, height: 300, channels: 3 as const, background } })
  const blue = await sharp(half('#0000ff')).png().toBuffer()
  const buffer = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#ff0000' } })
    .composite([{ input: blue, left: 300, top: 0 }])
    .png()
    .toBuffer()
  await page.goto('/account')
  await page.getByLabel('Picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' })
  const canvas = dialog.getByRole('img')
  await expect(canvas).toBeVisible()
  await expectNoAxeViolations(page, 'crop')
  await canvas.focus()
  for (let n = 0; n < 12; n += 1) await page.keyboard.press('ArrowLeft')
  await dialog.getByRole('slider', { name: 'Zoom' }).press('End')
  await dialog.getByRole('button', { name: 'Save picture' }).press('Enter')
  await expect(dialog).toBeHidden()
  const { avatarUrl } = (await (await page.request.get(`/api/users/${id}`)).json()) as { avatarUrl: string }
  expect(avatarUrl).toMatch(/-360x360\.webp$/)
  const { dominant } = await sharp(await (await page.request.get(avatarUrl)).body()).stats()
  expect(dominant.b).toBeGreaterThan(200)
  expect(dominant.r).toBeLessThan(50)
})
