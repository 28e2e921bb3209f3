/** The writing field: toolbar, shortcuts, undo, preview, pictures, mentions and quotations. */
import type { Locator, Page } from '@playwright/test'
import { expectNoAxeViolations } from './axe.ts'
import { press } from './keyboard.ts'
import { otherBrowser, signUp, unique } from './people.ts'
import { expect, test } from './site.ts'

/** Signs up a member and opens a new topic of another member with one reply. @returns the names of both and the topic's path */
async function openTopic(page: Page, author: Page): Promise<{ writer: string; author: string; path: string }> {
  const names = { writer: unique('writer'), author: unique('author') }
  await signUp(author, names.author)
  const topic = { title: unique('Writing'), content: 'How loud is *your* pump at night?', categoryId: 1 }
  const { id } = (await (await author.request.post('/api/forums', { data: topic })).json()) as { id: number }
  await author.request.post('/api/forum-replies', { data: { content: 'Mine hums a little.', forumId: id } })
  await signUp(page, names.writer)
  await page.goto(`/forum/${id}`)
  await expect(page.getByText(`You post as ${names.writer}.`)).toBeVisible()
  return { ...names, path: `/forum/${id}` }
}

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Your reply' })
const tool = (page: Page, name: string): Locator =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })
const posted = (page: Page, text: string): Locator => page.locator('li[id^="reply-"]').filter({ hasText: text })

/** Pastes a picture into the focused element, as the clipboard of the system would. */
const pastePicture = (target: Locator, name: string) =>
  target.evaluate(async (element, fileName) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 })
    const drawing = canvas.getContext('2d')
    if (drawing) drawing.fillStyle = `rgb(${fileName.length * 20} 90 ${Math.floor(Math.random() * 255)})`
    drawing?.fillRect(0, 0, 60, 40)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
    const data = new DataTransfer()
    if (blob) data.items.add(new File([blob], fileName, { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, name)

test('shortcuts and the toolbar format the selection, by keyboard, and the browser can undo it', async ({ page, browser }) => {
  await openTopic(page, await otherBrowser(browser))
  await field(page).fill('quiet')
  await field(page).press('ControlOrMeta+a')
  await field(page).press('ControlOrMeta+b')
  await expect(field(page)).toHaveValue('**quiet**')
  await field(page).press('ControlOrMeta+z')
  await expect(field(page)).toHaveValue('quiet')
  await field(page).press('ControlOrMeta+a')
  await field(page).press('ControlOrMeta+i')
  await field(page).press('ControlOrMeta+k')
  await expect(field(page)).toHaveValue('*[quiet](https://)*')
  await field(page).fill('one\ntwo')
  await field(page).press('ControlOrMeta+a')
  // One stop for the toolbar, whose buttons are reached by arrow keys.
  await field(page).press('Shift+Tab')
  await expect(tool(page, 'Bold')).toBeFocused()
  for (const name of ['Italic', 'Link', 'List']) {
    await page.keyboard.press('ArrowRight')
    await expect(tool(page, name)).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('- one\n- two')
  await expect(field(page)).toBeFocused()
})

test('the preview shows the post as it will be, and the text survives', async ({ page, browser }) => {
  const { author } = await openTopic(page, await otherBrowser(browser))
  await field(page).fill(`**Loud**, @${author} 🙂`)
  await page.getByRole('tab', { name: 'Preview' }).click()
  const preview = page.getByRole('tabpanel', { name: 'Preview' })
  await expect(preview.locator('strong')).toHaveText('Loud')
  await expect(preview.getByRole('link', { name: `@${author}` })).toHaveAttribute('href', /^\/user\/\d+$/)
  await expectNoAxeViolations(page)
  await page.getByRole('tab', { name: 'Write' }).click()
  await expect(field(page)).toHaveValue(`**Loud**, @${author} 🙂`)
})

test('a pasted picture is described, added, posted and shown, by keyboard at 360 px', async ({ page, browser }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openTopic(page, await otherBrowser(browser))
  await field(page).fill('Here it is.')
  await pastePicture(field(page), 'pump.png')
  const alt = page.getByRole('textbox', { name: 'Describe the picture' })
  await expect(alt).toBeFocused()
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  // The reply is not sent while the picture is not added.
  await page.getByRole('button', { name: 'Post Reply' }).click()
  await expect(page.getByText('This picture is not added yet. Describe and add it, or remove it.')).toBeVisible()
  await expect(alt).toBeFocused()
  await alt.fill('A pump beside a hedge')
  await alt.press('Enter')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue(/^Here it is\.\n\n!\[A pump beside a hedge\]\(\/uploads\/[a-f0-9]+-60x40\.webp\)\n$/)
  await page.getByRole('button', { name: 'Post Reply' }).click()
  const picture = posted(page, 'Here it is.').getByRole('img', { name: 'A pump beside a hedge' })
  await expect(picture).toBeVisible()
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('pictures are limited to three, can be removed, and are not offered to visitors', async ({ page, browser }) => {
  const { path } = await openTopic(page, await otherBrowser(browser))
  await expect(tool(page, 'Picture')).toBeVisible()
  for (const name of ['a.png', 'b.png', 'c.png', 'd.png']) await pastePicture(field(page), name)
  await expect(page.getByRole('group', { name: /^Picture / })).toHaveCount(3)
  await expect(page.getByText('A post can have up to 3 pictures.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Describe the picture' }).last().press('Escape')
  await expect(page.getByRole('group', { name: /^Picture / })).toHaveCount(2)
  await expect(field(page)).toBeFocused()
  const visitor = await otherBrowser(browser)
  await visitor.goto(path)
  await field(visitor).click()
  await expect(tool(visitor, 'Bold')).toBeEnabled()
  await expect(tool(visitor, 'Picture')).toHaveCount(0)
})

test('typing @ suggests members, which arrow keys and Enter choose and Escape dismisses', async ({ page, browser }) => {
  const { author, path } = await openTopic(page, await otherBrowser(browser))
  await field(page).pressSequentially(`Thanks @${author.slice(0, 10)}`)
  const option = page.getByRole('option', { name: `@${author}` })
  await expect(option).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
  await expectNoAxeViolations(page)
  await field(page).press('Escape')
  await expect(option).toBeHidden()
  await field(page).press('Backspace')
  await field(page).press('ArrowDown')
  await field(page).fill('')
  await field(page).pressSequentially(`Thanks @${author.slice(0, 10)}`)
  await expect(option).toBeVisible()
  await field(page).press('ArrowDown')
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue(`Thanks @${author} `)
  await page.getByRole('button', { name: 'Post Reply' }).click()
  await expect(posted(page, 'Thanks').getByRole('link', { name: `@${author}` })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(path)
})

test('selected text of a post is quoted in the reply, with its author and a link', async ({ page, browser }) => {
  const { author, path } = await openTopic(page, await otherBrowser(browser))
  await field(page).fill('I think:')
  await posted(page, 'Mine hums a little.')
    .locator('p', { hasText: 'Mine hums' })
    .evaluate((paragraph) => getSelection()?.selectAllChildren(paragraph))
  await page.getByRole('group', { name: 'Selected text' }).getByRole('button', { name: 'Quote' }).click()
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue(
    new RegExp(`^I think:\n\n> \\[${author}\\]\\(${path}\\?reply=\\d+#reply-\\d+\\) wrote:\n>\n> Mine hums a little\\.\n\n$`),
  )
  await page.getByRole('button', { name: 'Post Reply' }).click()
  await expect(posted(page, 'I think:').locator('blockquote')).toContainText('Mine hums a little.')
})

test('a post is quoted from its menu by keyboard', async ({ page, browser }) => {
  await openTopic(page, await otherBrowser(browser))
  await posted(page, 'Mine hums a little.')
    .getByRole('button', { name: /^Actions for the reply/ })
    .focus()
  await press(page, 'Enter')
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeFocused()
  await press(page, 'ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Quote' })).toBeFocused()
  await press(page, 'Enter')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue(/^> \[.+ wrote:\n>\n> Mine hums a little\.\n\n$/)
})
