/** Members edit, delete and restore their own posts, by keyboard and on a narrow screen. */
import type { Page } from '@playwright/test'
import { expectToast, signIn } from './administrator.ts'
import { expectNoAxeViolations } from './axe.ts'
import { press } from './keyboard.ts'
import { keeper, otherBrowser, signUp, unique } from './people.ts'
import { expect, test } from './site.ts'

/** Queries about a deleted post return 410 or 404. */
test.use({ expectedInConsole: /status of 4(04|09|10)/ })

interface Post {
  id: number
}

const post = async (page: Page, path: string, data: object): Promise<Post> => {
  const response = await page.request.post(path, { data })
  expect(response.status()).toBe(201)
  return (await response.json()) as Post
}
const menuOf = (page: Page, kind: string, { id }: Post) => page.locator(`#${kind}-menu-${id}`)
/** Expects that nothing is wider than the screen. */
const expectNoOverflow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)

test('an author edits a reply, reads its history, deletes it and undoes that, by keyboard at 360 px', async ({ browser }) => {
  const page = await otherBrowser(browser)
  await page.setViewportSize({ width: 360, height: 760 })
  await signUp(page, unique('Author'))
  const topic = await post(page, '/api/forums', { title: unique('Hum'), content: 'Does it hum?', categoryId: 1 })
  const reply = await post(page, '/api/forum-replies', { forumId: topic.id, content: 'It hums, call 01234.' })
  // Edits by moderators are recorded at once, those by authors after five minutes.
  const moderator = await keeper()
  expect((await moderator.patch(`/api/forum-replies/${reply.id}`, { data: { content: 'It hums.' } })).status()).toBe(200)

  await page.goto(`/forum/${topic.id}`)
  const menu = menuOf(page, 'reply', reply)
  const item = page.locator(`#reply-${reply.id}`)
  await menu.focus()
  await press(page, 'Enter')
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeFocused()
  await expect(page.getByRole('menuitem')).toHaveText(['Copy link', 'Quote', 'Edit', 'Delete'])
  await expectNoOverflow(page)
  await expectNoAxeViolations(page, 'menu')
  await press(page, 'Escape')
  await expect(menu).toBeFocused()

  await press(page, 'ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeFocused()
  await press(page, 'ArrowDown', 'ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await press(page, 'Enter')
  const field = item.getByRole('textbox', { name: 'Your reply' })
  await expect(field).toBeFocused()
  await field.fill('It hums **at night**.')
  await expectNoAxeViolations(page, 'edit form')
  await expectNoOverflow(page)
  await page.reload()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(field).toHaveValue('It hums **at night**.')
  await item.getByRole('button', { name: 'Save changes' }).press('Enter')
  await expect(item.getByText('at night', { exact: true })).toBeVisible()
  await expect(menu).toBeFocused()

  await item.getByRole('button', { name: /^Edited/ }).press('Enter')
  const history = page.getByRole('dialog', { name: 'Edit history' })
  await expect(history.getByRole('listitem')).toHaveCount(3)
  await expect(history.getByRole('listitem').nth(1)).toContainText('Edited by a moderator')
  await expect(history.getByRole('listitem').last()).toContainText('It hums, call 01234.')
  await expect(history.getByRole('listitem').first().getByRole('insertion')).toContainText('at night')
  await expect(history.getByRole('listitem').nth(1).getByRole('deletion')).toContainText('call 01234')
  await expectNoAxeViolations(page, 'history')
  await expectNoOverflow(page)
  await history.getByRole('checkbox', { name: 'Show changes' }).press('Space')
  await expect(history.getByRole('deletion')).toHaveCount(0)
  await expect(history.getByRole('listitem').nth(1)).toContainText('It hums.')
  await press(page, 'Escape')
  await expect(item.getByRole('button', { name: /^Edited/ })).toBeFocused()

  await menu.focus()
  await press(page, 'Enter')
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeFocused()
  await press(page, 'End', 'Enter')
  const deleted = page.getByRole('status').filter({ hasText: 'You deleted this reply.' })
  await expect(deleted).toBeFocused()
  await expect(item).toHaveCount(0)
  await expectNoAxeViolations(page, 'deleted')
  await press(page, 'Tab', 'Enter')
  await expect(menu).toBeFocused()
  await expect(item.getByText('at night', { exact: true })).toBeVisible()
})

test('an author deletes a topic without replies and restores it on the account page', async ({ browser }) => {
  const page = await otherBrowser(browser)
  await signUp(page, unique('Author'))
  const title = unique('Short-lived')
  const topic = await post(page, '/api/forums', { title, content: 'Never mind.', categoryId: 1 })
  await page.goto(`/forum/${topic.id}`)
  await menuOf(page, 'topic', topic).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You deleted this topic.' })).toBeFocused()
  await page.goto('/account?tab=data')
  const row = page.getByRole('listitem').filter({ hasText: title })
  await expectNoAxeViolations(page, 'account')
  await row.getByRole('button', { name: /^Undo/ }).click()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Recently deleted' })).toBeFocused()
  await page.goto(`/forum/${topic.id}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('an answered topic is not deleted, and two tabs choose between their versions', async ({ browser }) => {
  const [page, other] = [await otherBrowser(browser), await otherBrowser(browser)]
  await signUp(page, unique('Author'))
  await signUp(other, unique('Reader'))
  const topic = await post(page, '/api/forums', { title: unique('Asked'), content: 'Which one?', categoryId: 1 })
  await post(other, '/api/forum-replies', { forumId: topic.id, content: 'The blue one.' })
  await page.goto(`/forum/${topic.id}`)
  const menu = menuOf(page, 'topic', topic)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expectToast(page, 'Topic not deleted')

  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const form = page.getByRole('form', { name: 'Edit topic' })
  await form.getByRole('textbox', { name: 'Content' }).fill('Which one is best?')
  expect((await page.request.patch(`/api/forums/${topic.id}`, { data: { content: 'From another tab.' } })).status()).toBe(200)
  await form.getByRole('button', { name: 'Save changes' }).click()
  const conflict = form.getByRole('alert').filter({ hasText: 'This was changed while you were editing it' })
  await expect(conflict).toContainText('From another tab.')
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText('Which one is best?')).toBeVisible()

  // Others may copy the link and report, but not edit.
  await other.goto(`/forum/${topic.id}`)
  await menuOf(other, 'topic', topic).click()
  await expect(other.getByRole('menuitem')).toHaveText(['Copy link', 'Quote', 'Report', /^Mute /])
  await other.getByRole('menuitem', { name: 'Report' }).click()
  await expect(other.getByRole('dialog', { name: 'Report this topic' })).toBeVisible()
  await other.keyboard.press('Escape')
  await expect(menuOf(other, 'topic', topic)).toBeFocused()
})

test('an administrator locks a topic and hides a reply with a reason on the public page, and undoes that', async ({ page, browser }) => {
  const author = await otherBrowser(browser)
  await signUp(author, unique('Author'))
  const topic = await post(author, '/api/forums', { title: unique('Advert'), content: 'Buy mine.', categoryId: 1 })
  const reply = await post(author, '/api/forum-replies', { forumId: topic.id, content: 'And theirs.' })
  await signIn(page)
  await page.goto(`/forum/${topic.id}`)
  await menuOf(page, 'topic', topic).click()
  await page.getByRole('menuitem', { name: 'Lock' }).click()
  await expectToast(page, 'Topic locked')
  await menuOf(page, 'reply', reply).click()
  await page.getByRole('menuitem', { name: 'Hide' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Reason').fill('This is advertising.')
  await dialog.getByRole('button', { name: 'Hide' }).click()
  const hidden = page.getByRole('status').filter({ hasText: 'You hid this reply.' })
  await expect(hidden).toBeFocused()
  const notices = (await (await author.request.get('/api/me/notices')).json()) as { title: string }[]
  expect(notices[0]?.title).toContain('This is advertising.')
  await hidden.getByRole('button', { name: 'Undo' }).click()
  await expect(menuOf(page, 'reply', reply)).toBeFocused()
  await expect(page.getByText('And theirs.')).toBeVisible()
})

test('an author edits, deletes and restores a review in the list', async ({ browser }) => {
  const page = await otherBrowser(browser)
  await signUp(page, unique('Owner'))
  const [product] = (await (await page.request.get('/api/products?perPage=1')).json()) as { id: number; slug: string }[]
  const data = { productId: product?.id, rating: 4, title: unique('Solid'), content: 'It works.' }
  const review = await post(page, '/api/reviews', data)
  await page.goto(`/products/${product?.slug}?tab=reviews`)
  const menu = menuOf(page, 'review', review)
  const item = page.locator(`#review-${review.id}`)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(item.getByLabel('Review title')).toBeFocused()
  await item.getByRole('button', { name: 'Cancel' }).click()
  await expect(menu).toBeFocused()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(item.getByRole('status')).toBeFocused()
  await expect(item).toContainText('You deleted this review.')
  await item.getByRole('button', { name: 'Undo' }).click()
  await expect(menu).toBeFocused()
  await expect(item).toContainText(data.title)
})
