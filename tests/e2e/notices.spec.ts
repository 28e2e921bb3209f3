/** Notices of replies: the bell, the list, the mail, and its unsubscribe link. */
import type { Browser } from '@playwright/test'
import { expectNoAxeViolations } from './axe.ts'
import { NIGHTLY } from './nightly.ts'
import { keeper, otherBrowser, signUp, unique } from './people.ts'
import { expect, test } from './site.ts'

/** Signs up a member and confirms the email address. */
async function signUpConfirmed(browser: Browser, name: string) {
  const page = await otherBrowser(browser)
  const username = unique(name)
  await signUp(page, username)
  const adminCalls = await keeper()
  const mails = (await (await adminCalls.get('/api/admin/mail?perPage=50')).json()) as { to: string; body: string }[]
  const token = /confirm-email#([\w-]{43})/.exec(mails.find(({ to }) => to === `${username.toLowerCase()}@example.org`)?.body ?? '')?.[1]
  expect((await page.request.post('/api/email/confirm', { data: { token } })).status()).toBe(200)
  return { page, username, adminCalls }
}

test('a reply creates a notice in the bell; opening it marks it as read', NIGHTLY, async ({ browser }) => {
  const [author, other] = [await signUpConfirmed(browser, 'Asker'), await signUpConfirmed(browser, 'Other')]
  const title = unique('Does it hum')
  const topic = (await (
    await author.page.request.post('/api/forums', { data: { title, content: 'Mine does.', categoryId: 1 } })
  ).json()) as { id: number }
  const bell = author.page.getByRole('banner').getByRole('link', { name: /notice/i })
  await author.page.goto('/notices')
  await expect(author.page.getByRole('heading', { name: 'Nothing yet' })).toBeVisible()

  await other.page.goto(`/forum/${topic.id}`)
  const watch = other.page.getByRole('button', { name: 'Watch', exact: true })
  await watch.click()
  await expect(other.page.getByRole('button', { name: 'Watching' })).toHaveAttribute('aria-pressed', 'true')
  await expectNoAxeViolations(other.page, '/forum')
  expect((await other.page.request.post('/api/forum-replies', { data: { content: 'It does not.', forumId: topic.id } })).status()).toBe(201)

  // The job queue creates the notice some seconds later.
  await expect(async () => {
    const { user } = (await (await author.page.request.get('/api/session')).json()) as { user: { unreadNotices: number } }
    expect(user.unreadNotices).toBe(1)
  }).toPass({ timeout: 240_000 })
  await author.page.goto('/about')
  await expect(bell).toHaveAccessibleName('1 unread notice')
  await bell.click()
  const row = author.page.getByRole('listitem').filter({ hasText: title })
  await expect(row).toContainText('replied in')
  await expectNoAxeViolations(author.page, '/notices')
  await row.getByRole('link').click()
  await expect(author.page).toHaveURL(new RegExp(`/forum/${topic.id}\\?reply=(\\d+)#reply-\\1$`))
  await expect(bell).toHaveAccessibleName('Notices')

  await author.page.goto('/account?tab=notices')
  await author.page.getByLabel('Replies in topics that you watch').selectOption('Once a day')
  await expect(author.page.getByText('Email settings saved', { exact: true })).toBeVisible()
  await author.page.reload()
  await expect(author.page.getByLabel('Replies in topics that you watch')).toHaveValue('daily')
})

test('an unread reply is mailed, and a POST without cookies unsubscribes', NIGHTLY, async ({ browser, playwright, baseURL }) => {
  const [author, other] = [await signUpConfirmed(browser, 'Mailed'), await signUpConfirmed(browser, 'Writer')]
  const title = unique('Which way')
  const data = { title, content: 'South?', categoryId: 1 }
  const topic = (await (await author.page.request.post('/api/forums', { data })).json()) as { id: number }
  await other.page.request.post('/api/forum-replies', { data: { content: 'Both.', forumId: topic.id } })
  const { adminCalls } = author
  const queuedMails = async () =>
    (
      (await (await adminCalls.get('/api/admin/jobs?perPage=100')).json()) as { id: number; kind: string; payload: { userId?: number } }[]
    ).filter(({ kind }) => kind === 'notices.mail')
  const { user } = (await (await author.page.request.get('/api/session')).json()) as { user: { id: number } }
  await expect(async () => expect((await queuedMails()).some(({ payload }) => payload.userId === user.id)).toBe(true)).toPass()
  // An administrator runs the delayed job immediately.
  const job = (await queuedMails()).find(({ payload }) => payload.userId === user.id)
  expect((await adminCalls.post(`/api/admin/jobs/${job?.id}/retry`, { data: {} })).ok()).toBe(true)
  let body = ''
  await expect(async () => {
    const mails = (await (await adminCalls.get('/api/admin/mail?perPage=50')).json()) as { subject: string; body: string }[]
    body = mails.find(({ subject }) => subject.includes(title))?.body ?? ''
    expect(body).toContain(`/forum/${topic.id}?reply=`)
  }).toPass()
  const unsubscribePath = /\/notices\/unsubscribePath\/reply~[\w-]{43}/.exec(body)?.[0] ?? ''
  const mailClient = await playwright.request.newContext({ baseURL: baseURL ?? '', maxRedirects: 0 })
  const shown = await mailClient.get(unsubscribePath)
  expect(shown.status()).toBe(200)
  expect(shown.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  expect(await shown.text()).toContain('Unsubscribe')
  const preferences = async () => (await author.page.request.get('/api/me/notice-preferences')).json()
  expect(await preferences()).toEqual({ reply: 'now', moderation: 'now', answer: 'now' })
  for (const payload of [{ multipart: { 'List-Unsubscribe': 'One-Click' } }, { form: { 'List-Unsubscribe': 'One-Click' } }]) {
    const response = await mailClient.post(unsubscribePath, payload)
    expect(response.status()).toBe(200)
    expect(await response.text()).toContain('You get no more of these emails')
  }
  expect(await preferences()).toEqual({ reply: 'off', moderation: 'now', answer: 'now' })
  await mailClient.dispose()
})

test('an unknown unsubscribe link responds 404 to GET and POST', NIGHTLY, async ({ page, request }) => {
  const unknown = `/notices/leave/reply~${'x'.repeat(43)}`
  const shown = await page.request.get(unknown)
  expect(shown.status()).toBe(404)
  expect(shown.headers()['referrer-policy']).toBe('no-referrer')
  const posted = await request.post(unknown, { form: { 'List-Unsubscribe': 'One-Click' } })
  expect(posted.status()).toBe(404)
})
