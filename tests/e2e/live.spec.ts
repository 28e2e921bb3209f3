/** Live updates: five browsers on one topic at once, and the notices of a member. */
import type { Browser, Page } from '@playwright/test'
import { expectNoAxeViolations } from './axe.ts'
import { keeper, otherBrowser, PASSWORD, signUp, unique } from './people.ts'
import { expect, test } from './site.ts'

/** Opens a topic and waits until its stream is open. */
async function openTopic(page: Page, path: string): Promise<void> {
  const opened = page.waitForResponse((response) => response.url().includes('/api/live'))
  await page.goto(path)
  expect((await opened).status()).toBe(200)
}

async function openMember(browser: Browser, name: string) {
  const page = await otherBrowser(browser)
  const username = unique(name)
  await signUp(page, username)
  return { page, username }
}

const showButton = (page: Page) => page.getByRole('status').getByRole('button', { name: /new repl(y|ies), show$/ })
const topOf = (page: Page, name: string) =>
  page.getByRole('heading', { name }).evaluate((heading) => Math.round(heading.getBoundingClientRect().top))

async function post(page: Page, path: string, data: object): Promise<{ id: number }> {
  const response = await page.request.post(path, { data })
  expect(response.ok(), await response.text()).toBe(true)
  return (await response.json()) as { id: number }
}

test('five browsers see replies and votes of each other, in order and with the right names', async ({ browser }) => {
  const members = await Promise.all(['Asker', 'Ben', 'Cy', 'Dee'].map((name) => openMember(browser, name)))
  const visitor = await otherBrowser(browser)
  const [asker, ben, cy, dee] = members
  if (!asker || !ben || !cy || !dee) throw new Error('A member is missing.')
  const topic = await post(asker.page, '/api/forums', { title: unique('Does it hum'), content: 'Mine does.', categoryId: 1 })
  const path = `/forum/${topic.id}`
  const pages = [...members.map(({ page }) => page), visitor]
  await Promise.all(pages.map((page) => openTopic(page, path)))
  const positions = await Promise.all(pages.map((page) => topOf(page, 'Post a Reply')))

  // The writer's own reply is shown at once, without the button.
  const own = unique('It does not.')
  await ben.page.getByRole('textbox', { name: 'Your reply' }).fill(own)
  await ben.page.getByRole('button', { name: 'Post Reply' }).click()
  await expect(ben.page.getByText('Your reply is posted.')).toBeVisible()
  const others = [asker.page, cy.page, dee.page, visitor]
  await Promise.all(others.map((page) => expect(showButton(page)).toHaveText('1 new reply, show')))
  await expect(showButton(ben.page)).toHaveCount(0)

  await post(cy.page, '/api/forum-replies', { content: 'Ours hums.', forumId: topic.id })
  const last = await post(dee.page, '/api/forum-replies', { content: 'So does ours.', forumId: topic.id })
  await Promise.all(others.map((page) => expect(showButton(page)).toHaveText('3 new replies, show')))
  await expect(showButton(ben.page)).toHaveText('2 new replies, show')
  // Nothing has moved, and the replies are not listed before they are asked for.
  for (const [index, page] of pages.entries()) if (page !== ben.page) expect(await topOf(page, 'Post a Reply')).toBe(positions[index])
  await expect(visitor.getByText('Ours hums.')).toHaveCount(0)
  await expectNoAxeViolations(visitor, path)

  for (const page of pages) {
    await showButton(page).focus()
    await page.keyboard.press('Enter')
    const items = page.locator('#replies ol > li')
    await expect(items).toHaveCount(3)
    await expect(items.nth(0)).toContainText(ben.username)
    await expect(items.nth(0)).toContainText(own)
    await expect(items.nth(1)).toContainText(cy.username)
    await expect(items.nth(2)).toContainText(dee.username)
    await expect(showButton(page)).toHaveCount(0)
    // The first of the new replies has the focus.
    await expect(items.nth(page === ben.page ? 1 : 0)).toBeFocused()
  }

  await ben.page.locator(`#reply-${last.id}`).getByRole('button', { name: 'Helpful, 0 votes', exact: true }).click()
  for (const page of [asker.page, cy.page, visitor])
    await expect(page.locator(`#reply-${last.id}`).getByRole('button', { name: 'Helpful, 1 vote', exact: true })).toBeVisible()
})

test('a decision rings the bell of its member on any open page, and of no other member', async ({ browser }) => {
  const [writer, other] = [await openMember(browser, 'Writer'), await openMember(browser, 'Reader')]
  const topic = await post(writer.page, '/api/forums', { title: unique('A bargain'), content: 'Buy now.', categoryId: 1 })
  for (const { page } of [writer, other]) await openTopic(page, '/about')
  const bellOf = (page: Page) => page.getByRole('banner').getByRole('link', { name: /notification/i })
  await expect(bellOf(writer.page)).toHaveAccessibleName('Notifications')
  const calls = await keeper()
  const hidden = await calls.patch(`/api/forums/${topic.id}`, { data: { status: 'hidden', reason: 'This is an advertisement.' } })
  expect(hidden.status()).toBe(200)
  await expect(bellOf(writer.page)).toHaveAccessibleName('1 unread notification')
  await expect(bellOf(other.page)).toHaveAccessibleName('Notifications')
})

test('tabs of one browser share a connection, and hidden ones have none', async ({ browser }) => {
  const { page } = await openMember(browser, 'Tabs')
  const topic = await post(page, '/api/forums', { title: unique('Many tabs'), content: 'Too many.', categoryId: 1 })
  const path = `/forum/${topic.id}`
  const second = await page.context().newPage()
  let streams = 0
  second.on('request', (request) => void (streams += Number(request.url().includes('/api/live'))))
  await openTopic(page, path)
  await second.goto(path)
  await expect(second.getByRole('button', { name: 'Watching' })).toBeVisible()
  await post(page, '/api/forum-replies', { content: 'Close some.', forumId: topic.id })
  await expect(showButton(page)).toHaveText('1 new reply, show')
  await expect(showButton(second)).toHaveText('1 new reply, show')
  expect(streams).toBe(0)
  // The second tab takes over when the first is closed.
  const opened = second.waitForResponse((response) => response.url().includes('/api/live'))
  await page.close()
  expect((await opened).status()).toBe(200)
})

test('a topic works without live updates', async ({ browser }) => {
  const page = await otherBrowser(browser)
  await page.route('**/api/live*', (route) => route.abort())
  const topic = await post(page, '/api/forums', { title: unique('Blocked'), content: 'No stream.', categoryId: 1 })
  await page.goto(`/forum/${topic.id}`)
  await page.getByRole('textbox', { name: 'Your reply' }).fill('It still works.')
  await page.getByRole('button', { name: 'Post Reply' }).click()
  await expect(page.getByText('Your reply is posted.')).toBeVisible()
  await expect(page.locator('#replies ol > li')).toHaveCount(1)
})

test.describe('a session that is ended elsewhere', () => {
  test.use({ expectedInConsole: /status of 401/ })

  /** Signs in, opens a page with a stream, and ends all sessions of the member from another browser. */
  async function endSessionOf(browser: Browser, path: string, prepare: (page: Page) => Promise<void>): Promise<Page> {
    const { page, username } = await openMember(browser, 'Ended')
    await openTopic(page, path)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Your account' })).toBeVisible()
    await prepare(page)
    const other = await otherBrowser(browser)
    expect((await other.request.post('/api/sign-in', { data: { username, password: PASSWORD } })).ok()).toBe(true)
    const refused = page.waitForResponse((response) => response.url().includes('/api/live') && response.status() === 401)
    expect((await other.request.post('/api/me/sign-out-everywhere', { data: {} })).ok()).toBe(true)
    await refused
    return page
  }

  test('shows the header of visitors once the stream is refused', async ({ browser }) => {
    const page = await endSessionOf(browser, '/about', async () => undefined)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Your account' })).toHaveCount(0)
  })

  test('leaves the page as it is while a form is filled in', async ({ browser }) => {
    let sessionRequests = 0
    const page = await endSessionOf(browser, '/enquiry/plover-home-7', async (opened) => {
      await opened.getByLabel('Phone').fill('01632 960001')
      opened.on('request', (sent) => void (sessionRequests += Number(sent.url().endsWith('/api/session'))))
    })
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect(sessionRequests).toBe(0)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Your account' })).toBeVisible()
  })
})
