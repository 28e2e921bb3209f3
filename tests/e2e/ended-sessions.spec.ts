/** Sessions that end while a form is filled in, on a site without guest posting. */
import type { Page } from '@playwright/test'
import { keeper, otherBrowser, PASSWORD, signUp, unique } from './people.ts'
import { test } from './own-site.ts'
import { expect, waitForHydration } from './site.ts'

test.use({ expectedInConsole: /status of (401|403)/ })

const ENDED = 'You have been signed out. Sign in again; your text is saved.'
const ENDED_WITHOUT_DRAFT = 'You have been signed out. Sign in again.'

async function signInHere(page: Page, username: string, password: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Username or email').fill(username)
  await form.getByRole('textbox', { name: 'Password' }).fill(password)
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signOutInOtherTab(page: Page): Promise<void> {
  const tab = waitForHydration(await page.context().newPage())
  await tab.goto('/account')
  await tab.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(tab.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await tab.close()
}

/** Ends the session on the server only, as when it expires. */
const endSession = async (page: Page) => expect((await page.request.post('/api/me/sign-out-everywhere', { data: {} })).ok()).toBe(true)

test('a reply is kept when the session ends, and posted with one press after sign-in', async ({ page, browser, own }) => {
  const calls = await keeper(own.url)
  expect((await calls.patch('/api/admin/settings', { data: { guestPosting: false } })).ok()).toBe(true)
  const author = await otherBrowser(browser, own.url)
  await signUp(author, unique('ada'))
  const data = { title: unique('Ended'), content: 'A text.', categoryId: 1 }
  const { id } = (await (await author.request.post('/api/forums', { data })).json()) as { id: number }

  const member = unique('una')
  await signUp(page, member)
  for (const [end, text] of [
    [signOutInOtherTab, 'Signed out in another tab.'],
    [endSession, 'Ended at the server.'],
  ] as const) {
    await page.goto(`/forum/${id}`)
    const reply = page.getByLabel('Your reply')
    await reply.fill(text)
    await end(page)
    await expect(reply).toHaveValue(text)
    await page.getByRole('button', { name: 'Post Reply' }).click()
    await expect(page.getByRole('alert').filter({ hasText: ENDED })).toBeVisible()
    await expect(reply).toHaveValue(text)
    await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click()
    await signInHere(page, member, PASSWORD)
    await expect(reply).toHaveValue(text)
    await page.getByRole('button', { name: 'Post Reply' }).click()
    await expect(page.locator('li[id^="reply-"]').filter({ hasText: text })).toHaveCount(1)
  }
})

test('edits of an article are kept when the administrator’s session ends, and saved after sign-in', async ({ page, own }) => {
  const password = process.env['E2E_ADMIN_PASSWORD'] ?? ''
  const calls = await keeper(own.url)
  const title = `Ended ${crypto.randomUUID().slice(0, 8)}`
  const fields = { title, content: 'The first text.', categoryId: 1, authorName: 'Kit Marlow' }
  const { id } = (await (await calls.post('/api/articles', { data: fields })).json()) as { id: number }
  await page.goto('/sign-in')
  await signInHere(page, 'keeper', password)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
  await page.goto(`/admin/articles?open=${id}`)
  const editor = page.getByRole('dialog', { name: 'Quick Edit Article' })
  await editor.locator('.cm-content').fill('The second text.')
  await editor.getByLabel('Last checked').scrollIntoViewIfNeeded()
  await endSession(page)
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(editor.getByRole('alert').filter({ hasText: ENDED })).toBeVisible()
  await editor.getByRole('alert').getByRole('link', { name: 'Sign in' }).click()
  await signInHere(page, 'keeper', password)
  await expect(editor.locator('.cm-content')).toHaveText('The second text.')
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Article updated').first()).toBeVisible()
  const stored = (await (await page.request.get(`/api/admin/articles/${id}`)).json()) as { content: string }
  expect(stored.content).toBe('The second text.')
})

test('a form without drafts offers sign-in without promising that the text is saved', async ({ page }) => {
  const member = unique('ned')
  await signUp(page, member)
  await page.goto('/account?tab=security')
  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
  await form.getByRole('textbox', { name: 'New password' }).fill('eight-slow-herons-fly')
  await endSession(page)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByRole('alert')).toHaveText(ENDED_WITHOUT_DRAFT)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await signInHere(page, member, PASSWORD)
  await expect(page).toHaveURL(/\/account\?tab=security/)
})
