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
  const bell = author.page.getByRole('banner').getByRole('link', { name: /notification/i })
  await author.page.goto('/notices')
  await expect(author.page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible()

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
  await expect(bell).toHaveAccessibleName('1 unread notification')
  await bell.click()
  const row = author.page.getByRole('listitem').filter({ hasText: title })
  await expect(row).toContainText('replied in')
  await expectNoAxeViolations(author.page, '/notices')
  await row.getByRole('link').click()
  await expect(author.page).toHaveURL(new RegExp(`/forum/${topic.id}\\?reply=(\\d+)#reply-\\1$`))
  await expect(bell).toHaveAccessibleName('Notifications')

  await author.page.goto('/account?tab=notices')
  await author.page.getByLabel('Replies in topics you watch').selectOption('Once a day')
  await expect(author.page.getByText('Email settings saved', { exact: true })).toBeVisible()
  await author.page.reload()
  await expect(author.page.getByLabel('Replies in topics you watch')).toHaveValue('daily')
})

test(
  'an unread reply is mailed; its unsubscribe link accepts a POST without cookies',
  NIGHTLY,
  async ({ browser, playwright, baseURL }) => {
    const [asker, other] = [await signUpConfirmed(browser, 'Mailed'), await signUpConfirmed(browser, 'Writer')]
    const title = unique('Which way')
    const data = { title, content: 'South?', categoryId: 1 }
    const topic = (await (await asker.page.request.post('/api/forums', { data })).json()) as { id: number }
    await other.page.request.post('/api/forum-replies', { data: { content: 'Both.', forumId: topic.id } })
    const { adminCalls } = asker
    const waiting = async () =>
      (
        (await (await adminCalls.get('/api/admin/jobs?perPage=100')).json()) as { id: number; kind: string; payload: { userId?: number } }[]
      ).filter(({ kind }) => kind === 'notices.mail')
    const { user } = (await (await asker.page.request.get('/api/session')).json()) as { user: { id: number } }
    await expect(async () => expect((await waiting()).some(({ payload }) => payload.userId === user.id)).toBe(true)).toPass()
    // An administrator does at once what would wait for some minutes.
    const job = (await waiting()).find(({ payload }) => payload.userId === user.id)
    expect((await adminCalls.post(`/api/admin/jobs/${job?.id}/retry`, { data: {} })).ok()).toBe(true)
    let body = ''
    await expect(async () => {
      const mails = (await (await adminCalls.get('/api/admin/mail?perPage=50')).json()) as { subject: string; body: string }[]
      body = mails.find(({ subject }) => subject.includes(title))?.body ?? ''
      expect(body).toContain(`/forum/${topic.id}?reply=`)
    }).toPass()
    const leave = /\/notices\/leave\/reply~[\w-]{43}/.exec(body)?.[0] ?? ''
    const program = await playwright.request.newContext({ baseURL: baseURL ?? '', maxRedirects: 0 })
    const looked = await program.get(leave)
    expect([looked.status(), looked.headers()['referrer-policy'], looked.headers()['cache-control']]).toEqual([
      200,
      'no-referrer',
      'no-store',
    ])
    expect(await looked.text()).toContain('Unsubscribe')
    const preferences = async () => (await (await asker.page.request.get('/api/me/notice-preferences')).json()) as Record<string, string>
    const before = await preferences()
    expect(before).toMatchObject({ reply: 'now', moderation: 'now', answer: 'now' })
    for (const posted of [{ multipart: { 'List-Unsubscribe': 'One-Click' } }, { form: { 'List-Unsubscribe': 'One-Click' } }]) {
      const response = await program.post(leave, posted)
      expect([response.status(), (await response.text()).includes('You are unsubscribed')]).toEqual([200, true])
    }
    expect(await preferences()).toEqual({ ...before, reply: 'off' })
    await program.dispose()
  },
)

test('an unknown unsubscribe link returns 404 for GET and POST', NIGHTLY, async ({ page, request }) => {
  const unknown = `/notices/leave/reply~${'x'.repeat(43)}`
  const shown = await page.request.get(unknown)
  expect(shown.status()).toBe(404)
  expect(shown.headers()['referrer-policy']).toBe('no-referrer')
  const posted = await request.post(unknown, { form: { 'List-Unsubscribe': 'One-Click' } })
  expect(posted.status()).toBe(404)
})
