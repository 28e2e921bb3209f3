/** The moderation queue by keyboard on a narrow screen, and reports of pictures in posts. */
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoAxeViolations } from './axe.ts'
import { otherBrowser, signUp, submitAdminLogin, unique } from './people.ts'
import { expect, test } from './site.ts'

const NARROW = { width: 360, height: 760 }

async function openQueue(page: Page, path: string): Promise<void> {
  await submitAdminLogin(page, 'keeper', process.env['E2E_ADMIN_PASSWORD'] ?? '')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
  await page.setViewportSize(NARROW)
  await page.goto(path)
}

/** Presses J until the focus is on the item. */
async function focusItem(page: Page, article: Locator): Promise<void> {
  await expect(article).toBeVisible()
  await page.getByRole('list', { name: 'Moderation queue' }).focus()
  for (let n = 0; n < 20; n++) {
    await page.keyboard.press('j')
    if (await article.evaluate((element) => element.parentElement === document.activeElement)) return
  }
  throw new Error('The item was not reached by J.')
}

const postTopic = async (author: Page, title: string, content: string): Promise<number> => {
  const { id } = (await (await author.request.post('/api/forums', { data: { title, content, categoryId: 1 } })).json()) as { id: number }
  return id
}

test('a moderator claims and decides about items of several types by keyboard', async ({ browser }) => {
  const [author, visitor, admin] = [await otherBrowser(browser), await otherBrowser(browser), await otherBrowser(browser)]
  await signUp(author, unique('Author'))
  const title = unique('Quiet pumps')
  const forumId = await postTopic(author, title, 'Which one?')
  const content = `${unique('This one')}: https://example.com`
  expect((await visitor.request.post('/api/forum-replies', { data: { content, forumId } })).status()).toBe(201)
  const reviewTitle = unique('Loud')
  const review = { productId: 1, rating: 2, title: reviewTitle, content: 'See https://example.com' }
  expect((await visitor.request.post('/api/reviews', { data: review })).status()).toBe(201)
  const report = { kind: 'topic', id: forumId, reason: 'other', text: 'It is odd.' }
  expect((await visitor.request.post('/api/reports', { data: report })).status()).toBe(201)

  await openQueue(admin, '/admin/reports?item=reply')
  const reply = admin.getByRole('article', { name: `Reply to “${title}”` })
  await focusItem(admin, reply)
  await expect(reply.getByText('waiting for 1 minute')).toBeVisible()
  await expect(reply.getByText('Guest with a link')).toBeVisible()
  await admin.keyboard.press('c')
  await expect(reply.getByText('You are working on this.')).toBeVisible()
  await expectNoAxeViolations(admin, '/admin/reports')
  expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await admin.keyboard.press('a')
  await expect(reply).toHaveCount(0)
  await visitor.goto(`/forum/${forumId}`)
  await expect(visitor.getByText(content)).toBeVisible()

  await admin.goto('/admin/reports?item=review')
  const waiting = admin.getByRole('article', { name: reviewTitle })
  await focusItem(admin, waiting)
  await admin.keyboard.press('h')
  const reason = waiting.getByRole('combobox', { name: `Reject the review “${reviewTitle}”` })
  await expect(reason).toBeFocused()
  await reason.selectOption('spam')
  await expect(waiting).toHaveCount(0)
  await admin.getByRole('button', { name: 'Undo' }).click()
  await expect(waiting).toBeVisible()

  await admin.goto('/admin/reports?item=report')
  const reported = admin.getByRole('article', { name: title })
  await focusItem(admin, reported)
  await admin.keyboard.press('a')
  await expect(reported.getByRole('button', { name: 'Decide' })).toBeFocused()
  await expect(reported.getByRole('combobox', { name: 'Decision' })).toHaveValue('keep')
  await expectNoAxeViolations(admin, '/admin/reports?item=report')
  await admin.keyboard.press('Enter')
  await expect(reported).toHaveCount(0)
})

test('shortcuts work on the whole page, but not in fields, in dialogs or when they are turned off', async ({ browser }) => {
  const [author, visitor, admin] = [await otherBrowser(browser), await otherBrowser(browser), await otherBrowser(browser)]
  await signUp(author, unique('Author'))
  const title = unique('Loud pumps')
  const forumId = await postTopic(author, title, 'Which one?')
  expect((await visitor.request.post('/api/forum-replies', { data: { content: 'This: https://example.com', forumId } })).status()).toBe(201)
  await openQueue(admin, '/admin/reports?item=reply')
  await admin.setViewportSize({ width: 1280, height: 900 })
  const article = admin.getByRole('article', { name: `Reply to “${title}”` })
  const item = admin.getByRole('listitem').filter({ has: article })
  await expect(article).toBeVisible()
  const claimed = article.getByText('You are working on this.')
  const blur = () => admin.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())

  await blur()
  await admin.keyboard.press('j')
  await expect(admin.locator('[data-item]:focus')).toHaveCount(1)
  await focusItem(admin, article)
  await blur()
  await admin.keyboard.press('c')
  await expect(claimed).toBeVisible()
  await expect(item).toBeFocused()

  // Without a focused item, H only focuses it.
  await blur()
  await admin.keyboard.press('h')
  await expect(item).toBeFocused()
  await admin.keyboard.press('h')
  const dialog = admin.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Cancel' }).press('c')
  await dialog.getByLabel('Reason').press('c')
  await expect(dialog.getByLabel('Reason')).toHaveValue('c')
  await admin.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const filter = admin.getByRole('combobox', { name: 'Claim' })
  await filter.press('h')
  await expect(filter).toBeFocused()
  await expect(claimed).toBeVisible()

  await admin.getByRole('button', { name: 'Turn off shortcuts' }).click()
  await expect(admin.getByText('Keyboard shortcuts are off.')).toBeVisible()
  await expectNoAxeViolations(admin, '/admin/reports')
  await admin.reload()
  await expect(admin.getByText('Keyboard shortcuts are off.')).toBeVisible()
  await item.focus()
  await admin.keyboard.press('c')
  await admin.getByRole('button', { name: 'Turn on shortcuts' }).click()
  await expect(claimed).toBeVisible()
  await item.focus()
  await blur()
  await admin.keyboard.press('c')
  await expect(claimed).toBeHidden()
})

test('a visitor reports a picture in a topic, and a moderator removes it', async ({ browser }) => {
  const [author, visitor, admin] = [await otherBrowser(browser), await otherBrowser(browser), await otherBrowser(browser)]
  await signUp(author, unique('Painter'))
  const background = { r: Math.floor(Math.random() * 255), g: Math.floor(Math.random() * 255), b: 90 }
  const data = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
  const headers = { 'content-type': 'image/png' }
  const { url } = (await (await author.request.post('/api/post-pictures?alt=A pump', { data, headers })).json()) as { url: string }
  const title = unique('My pump')
  const id = await postTopic(author, title, `![A pump](${url})`)

  await visitor.setViewportSize(NARROW)
  await visitor.goto(`/forum/${id}`)
  await expect(visitor.getByRole('img', { name: 'A pump' })).toBeVisible()
  await visitor.getByRole('button', { name: 'Actions for the topic by' }).click()
  await visitor.getByRole('menuitem', { name: 'Report picture “A pump”' }).click()
  const dialog = visitor.getByRole('dialog', { name: 'Report this picture' })
  await dialog.getByRole('radio', { name: 'It is spam or advertising' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await visitor.getByRole('dialog', { name: 'Report sent' }).getByRole('button', { name: 'Done' }).click()

  await openQueue(admin, '/admin/reports?item=report')
  const reported = admin.getByRole('article', { name: `Picture in “${title}”` })
  await focusItem(admin, reported)
  await admin.keyboard.press('p')
  await expect(reported.getByRole('img')).toBeVisible()
  await focusItem(admin, reported)
  await admin.keyboard.press('h')
  await expect(reported.getByRole('combobox', { name: 'Decision' })).toHaveValue('remove')
  await admin.keyboard.press('Enter')
  await expect(reported).toHaveCount(0)
  await visitor.goto(`/forum/${id}`)
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(visitor.getByRole('img', { name: 'A pump' })).toHaveCount(0)
})
