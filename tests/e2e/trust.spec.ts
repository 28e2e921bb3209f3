/** Limits for new members, downvotes by level, and muted members, with the limits of a new site. */
import { DEFAULT_NEWCOMER_LIMITS, DOWNVOTE_LEVEL_MESSAGE, NO_NEWCOMER_LIMITS } from '#features/trust/trust.policy.ts'
import { expectNoAxeViolations } from './axe.ts'
import { shiftOf, watchShifts } from './layout-shift.ts'
import { test } from './own-site.ts'
import { keeper, otherBrowser, signUp, unique } from './people.ts'
import { expect } from './site.ts'

test.use({ expectedInConsole: /status of 429/ })

test('a new member’s post with an unknown link waits, and a second post at once is refused and stays in the form', async ({
  page,
  own,
}) => {
  const calls = await keeper(own.url)
  const setLimits = async (newcomers: object) =>
    expect((await calls.patch('/api/admin/settings', { data: { newcomers } })).status()).toBe(200)
  await setLimits(DEFAULT_NEWCOMER_LIMITS)
  await signUp(page, unique('nia'))
  await page.goto('/forum/1')
  const text = page.getByRole('textbox', { name: 'Your reply' })
  await text.fill('See https://installer.example/quote')
  // A first post that is written faster waits for that reason, too.
  await page.waitForTimeout(DEFAULT_NEWCOMER_LIMITS.minTypingSeconds * 1000)
  await page.getByRole('button', { name: 'Post Reply' }).click()
  const notice = page.getByText('Your reply is waiting for approval')
  await expect(notice).toBeVisible()
  await expect(page.getByRole('status').getByText(/It links to a site that we do not know yet\./)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Waiting for approval' })).toContainText('See https://installer.example/quote')
  await expect(page.getByText('It was written very quickly')).toHaveCount(0)

  await text.fill('And another thing.')
  await page.getByRole('button', { name: 'Post Reply' }).click()
  await expect(page.getByText(/^New members must wait a moment between two posts\. You can post again in \d+ seconds?/)).toBeVisible()
  await expect(text).toHaveValue('And another thing.')

  await page
    .getByRole('button', { name: /^Not helpful/ })
    .first()
    .click()
  await expect(page.getByText(DOWNVOTE_LEVEL_MESSAGE)).toBeVisible()
  await expectNoAxeViolations(page, '/forum/1')
  await text.fill('')
  await setLimits(NO_NEWCOMER_LIMITS)
})

test.describe('posts that wait for approval', () => {
  test.use({ expectedInConsole: /status of 404/ })

  test('are shown to their author, and their topic page also to administrators', async ({ page, browser, own }) => {
    const calls = await keeper(own.url)
    const setLimits = async (newcomers: object) =>
      expect((await calls.patch('/api/admin/settings', { data: { newcomers } })).status()).toBe(200)
    await setLimits({ ...NO_NEWCOMER_LIMITS, areRightsEarned: true })
    await signUp(page, unique('wanda'))
    const { user } = (await (await page.request.get('/api/session')).json()) as { user: { id: number } }
    const post = async (path: string, data: object) => {
      const response = await page.request.post(path, { data: { ...data, typingMs: 60_000 } })
      const posted = (await response.json()) as { id: number; status: string }
      expect(posted.status).toBe('waiting')
      return posted.id
    }
    const title = unique('Which installer')
    const content = `Has anyone used **this one**? https://${unique('installer').replace('_', '-')}.example/quote`
    const topicId = await post('/api/forums', { title, content, categoryId: 1 })
    const replyText = unique('The same one')
    await post('/api/forum-replies', { content: `${replyText} https://other-installer.example/`, forumId: 1 })
    await setLimits(NO_NEWCOMER_LIMITS)

    const waiting = page.getByRole('region', { name: 'Waiting for approval' })
    await page.goto('/forum?show=mine')
    await expect(waiting).toContainText(title)
    await expect(waiting).toContainText('Has anyone used this one?')
    await expect(waiting).toContainText(replyText)
    await expect(page.getByText('You have not started a topic yet')).toHaveCount(0)
    await expectNoAxeViolations(page, 'own waiting posts')
    await page.goto(`/user/${user.id}?tab=topics`)
    await expect(waiting).toContainText(title)
    await expect(waiting).not.toContainText(replyText)
    await page.goto(`/user/${user.id}?tab=replies`)
    await expect(waiting).toContainText(replyText)
    await page.goto('/forum/1')
    await expect(waiting).toContainText(replyText)
    await expect(waiting).not.toContainText(title)
    await expectNoAxeViolations(page, 'own waiting reply')
    await page.goto(`/user/${user.id}?tab=watched`)
    await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('Waiting for approval')
    await expect(page.getByText('No longer available')).toHaveCount(0)

    await page.getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('Your topic is waiting for approval')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expectNoAxeViolations(page, 'own waiting topic')

    for (const who of ['visitor', 'member', 'administrator']) {
      const other = await otherBrowser(browser, own.url)
      if (who === 'member') await signUp(other, unique('otto'))
      if (who === 'administrator') {
        const data = { username: 'keeper', password: process.env['E2E_ADMIN_PASSWORD'] }
        expect((await other.request.post('/api/admin/login', { data })).status()).toBe(200)
      }
      expect((await other.goto(`/forum/${topicId}`))?.status()).toBe(404)
      const isShown = who === 'administrator'
      await expect(other.getByRole('heading', { level: 1 })).toHaveText(isShown ? title : 'Forum Topic Not Found')
      await expect(other.getByText('This topic is waiting for approval')).toHaveCount(isShown ? 1 : 0)
      await other.goto('/forum')
      await expect(other.getByRole('heading', { level: 1, name: 'Forum' })).toBeVisible()
      await expect(other.getByText(title)).toHaveCount(0)
      await other.context().close()
    }
  })
})

test('no one sees or reaches the hidden field of a form', async ({ page, own }) => {
  // Another test of the same site may have switched the posts of guests off.
  const calls = await keeper(own.url)
  expect((await calls.patch('/api/admin/settings', { data: { guestPosting: true } })).status()).toBe(200)
  await page.goto('/forum/1')
  const field = page.locator('form input[name=homepage]').first()
  await expect(field).toHaveAttribute('tabindex', '-1')
  await expect(field).toHaveAttribute('autocomplete', 'off')
  await expect(field).not.toBeInViewport()
  await expect(page.getByRole('textbox', { name: 'Leave this empty' })).toHaveCount(0)
})

test('the posts of a muted member are collapsed without moving what is above, can be shown, and come back after unmuting', async ({
  page,
  browser,
  own,
}) => {
  const troll = await otherBrowser(browser, own.url)
  const name = unique('troll')
  await signUp(troll, name)
  const { user } = (await (await troll.request.get('/api/session')).json()) as { user: { id: number } }
  const reply = { content: unique('Heat pumps are a myth'), forumId: 1 }
  expect((await troll.request.post('/api/forum-replies', { data: reply })).status()).toBe(201)
  await signUp(page, unique('mo'))

  await page.goto(`/user/${user.id}`)
  await page.getByRole('button', { name: `Mute ${name}` }).click()
  await expect(page.getByRole('button', { name: `Muted ${name}` })).toHaveAttribute('aria-pressed', 'true')

  await page.goto('/forum/1')
  const item = page.getByRole('listitem').filter({ hasText: `you muted ${name}` })
  await expect(item).toContainText(`Hidden: you muted ${name}.`)
  await expect(page.getByText(reply.content)).toHaveCount(0)
  await expectNoAxeViolations(page, '/forum/1')

  // Scrolled to the end, the post is above what is read, or at its edge.
  await watchShifts(page)
  await page.goto('/about')
  await page.goto('/forum/1#post-reply')
  await expect(page.getByRole('listitem').filter({ hasText: `you muted ${name}` })).toBeAttached()
  expect(await shiftOf(page)).toBeLessThan(0.2)

  await item.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText(reply.content)).toBeVisible()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(reply.content)

  await page.goto('/account?tab=muted')
  await expectNoAxeViolations(page, '/account?tab=muted')
  await page.getByRole('button', { name: `Unmute ${name}` }).click()
  await expect(page.getByText('You have not muted anyone.')).toBeVisible()
  await page.goto('/forum/1')
  await expect(page.getByText(reply.content)).toBeVisible()
  // The muted member sees nothing of it.
  await troll.goto('/forum/1')
  await expect(troll.getByText(reply.content)).toBeVisible()
})
