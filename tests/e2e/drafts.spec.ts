/** Text in forms is not lost: drafts, ended sessions, lost responses. */
import type { Page } from '@playwright/test'
import { otherBrowser, PASSWORD, signUp, unique } from './people.ts'
import { expect, test, waitForHydration } from './site.ts'

test.use({ expectedInConsole: /status of (401|409|422)|ERR_FAILED|ERR_CONNECTION/ })

const RESTORED = 'We restored your unsaved text.'
const ENDED = 'You have been signed out. Sign in again; your text is saved.'
const UNREACHABLE = 'We could not reach the server. Check your connection and press again: nothing is posted twice.'

/** Signs up `member` and starts a topic. @returns the path of the topic */
async function startTopic(page: Page, member: string): Promise<string> {
  await signUp(page, member)
  const data = { title: unique('Draft'), content: 'A text.', categoryId: 1 }
  const response = await page.request.post('/api/forums', { data })
  return `/forum/${((await response.json()) as { id: number }).id}`
}

const signInHere = async (page: Page, member: string) => {
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Username or email').fill(member)
  await form.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const reply = (page: Page) => page.getByLabel('Your reply')
const post = (page: Page) => page.getByRole('button', { name: 'Post Reply' })
const replies = (page: Page, text: string) => page.locator('li[id^="reply-"]').filter({ hasText: text })
/** Waits for a number of stored drafts: they are written with a delay after typing, and when the page is left. */
const expectStoredDrafts = (page: Page, count: number) =>
  expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length)).toBe(count)

test('the draft of a guest’s reply is kept through sign-in and posted with one press', async ({ page, browser }) => {
  const member = unique('dora')
  const path = await startTopic(await otherBrowser(browser), member)
  await page.goto(path)
  await reply(page).fill('Typed as a guest.')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await signInHere(page, member)
  await expect(page.getByText(`You post as ${member}.`)).toBeVisible()
  await expect(reply(page)).toHaveValue('Typed as a guest.')
  await expect(page.getByText(RESTORED)).toBeVisible()
  await post(page).click()
  await expect(replies(page, 'Typed as a guest.').getByRole('link', { name: member, exact: true })).toBeVisible()
  await expectStoredDrafts(page, 0)
  await page.reload()
  await expect(reply(page)).toHaveValue('')
})

test('the draft of a reply survives a reload, and discarding it can be undone', async ({ page, browser }) => {
  await page.goto(await startTopic(await otherBrowser(browser), unique('dan')))
  await reply(page).fill('Half a thought')
  await expectStoredDrafts(page, 1)
  await page.reload()
  await expect(reply(page)).toHaveValue('Half a thought')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(reply(page)).toHaveValue('')
  await expectStoredDrafts(page, 0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(reply(page)).toHaveValue('Half a thought')
  await expectStoredDrafts(page, 1)
})

test('two tabs with the same form keep separate drafts', async ({ page, browser, context }) => {
  const path = await startTopic(await otherBrowser(browser), unique('deb'))
  await page.goto(path)
  await reply(page).fill('The first tab')
  await expectStoredDrafts(page, 1)
  const second = waitForHydration(await context.newPage())
  await second.goto(path)
  await expect(reply(second)).toHaveValue('The first tab')
  await reply(second).fill('The second tab')
  await expectStoredDrafts(page, 2)
  await page.reload()
  await expect(reply(page)).toHaveValue('The first tab')
  await second.close()
})

test('the reply form keeps its text and offers sign-in if the session was ended in another browser', async ({ page, browser }) => {
  const member = unique('dee')
  const other = await otherBrowser(browser)
  const path = await startTopic(other, member)
  await page.goto('/sign-in')
  await signInHere(page, member)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Your account' })).toBeVisible()
  await page.goto(path)
  await reply(page).fill('Typed while signed in.')
  expect((await other.request.post('/api/me/sign-out-everywhere', { data: {} })).ok()).toBe(true)
  await post(page).click()
  await expect(page.getByText(ENDED)).toBeVisible()
  await expect(reply(page)).toHaveValue('Typed while signed in.')
  await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click()
  await signInHere(page, member)
  await expect(reply(page)).toHaveValue('Typed while signed in.')
  await post(page).click()
  await expect(replies(page, 'Typed while signed in.').getByRole('link', { name: member, exact: true })).toBeVisible()
})

test('a reply is posted only once if responses are lost and the button is pressed again', async ({ page, browser }) => {
  await page.goto(await startTopic(await otherBrowser(browser), unique('dot')))
  let lost = 0
  await page.route('**/api/forum-replies', async (route) => {
    if (lost === 2) return route.continue()
    lost += 1
    await route.fetch()
    await route.abort('failed')
  })
  await reply(page).fill('Sent three times.')
  for (let press = 0; press < 2; press++) {
    await post(page).click()
    await expect(page.getByText(UNREACHABLE)).toBeVisible()
  }
  await page.reload()
  await expect(reply(page)).toHaveValue('Sent three times.')
  await post(page).click()
  await expect(page.getByText('Your reply is posted.')).toBeVisible()
  await expect(replies(page, 'Sent three times.')).toHaveCount(1)
})

test('a member’s draft is deleted on sign-out and not shown to the next member', async ({ page, browser }) => {
  const member = unique('dan')
  const path = await startTopic(page, member)
  await page.goto(path)
  await reply(page).fill('Private text')
  await expectStoredDrafts(page, 1)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expectStoredDrafts(page, 0)
  const next = unique('eve')
  await startTopic(await otherBrowser(browser), next)
  await page.goto('/sign-in')
  await signInHere(page, next)
  await page.goto(path)
  await expect(reply(page)).toHaveValue('')
})
