/** Drafts of the article editor and of the settings, and edit conflicts, on a phone. */
import type { Page } from '@playwright/test'
import { signIn, some } from './administrator.ts'
import { expectNoAxeViolations } from './axe.ts'
import { keeper } from './people.ts'
import { expect, test } from './site.ts'

test.use({ viewport: { width: 360, height: 740 }, expectedInConsole: /status of 409/ })

const RESTORED = 'We restored your unsaved text.'
const expectStoredDrafts = (page: Page, count: number) =>
  expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length)).toBe(count)
const expectNoSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

async function createArticle(): Promise<{ id: number; patch: (data: object) => Promise<void> }> {
  const calls = await keeper()
  const data = { title: some('Draft'), content: 'The first text.', categoryId: 1, authorName: 'Kit Marlow', status: 'draft' }
  const { id } = (await (await calls.post('/api/articles', { data })).json()) as { id: number }
  const patch = async (fields: object) => expect((await calls.patch(`/api/articles/${id}`, { data: fields })).status()).toBe(200)
  return { id, patch }
}

test('the article editor restores unsaved text after a reload; discarding it can be undone', async ({ page }) => {
  const { id } = await createArticle()
  await signIn(page)
  await page.goto(`/admin/articles?open=${id}`)
  const editor = page.getByRole('dialog', { name: 'Quick Edit Article' })
  const text = editor.locator('.cm-content')
  await text.fill('Half a paragraph')
  await editor.getByLabel('Summary').fill('Half a summary')
  await expectStoredDrafts(page, 1)
  await page.reload()
  await expect(editor.getByText(RESTORED)).toBeVisible()
  await expect(text).toHaveText('Half a paragraph')
  await expect(editor.getByLabel('Summary')).toHaveValue('Half a summary')
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await editor.getByRole('button', { name: 'Discard' }).click()
  await expect(text).toHaveText('The first text.')
  await expectStoredDrafts(page, 0)
  await editor.getByRole('button', { name: 'Undo' }).click()
  await expect(text).toHaveText('Half a paragraph')
  await text.press('End')
  await text.pressSequentially(' and more')
  await expect(text).toHaveText('Half a paragraph and more')
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Article updated').first()).toBeVisible()
  await expectStoredDrafts(page, 0)
  const saved = (await (await page.request.get(`/api/admin/articles/${id}`)).json()) as { content: string }
  expect(saved.content).toBe('Half a paragraph and more')
})

test('typing a title leaves the slug of a restored draft unchanged', async ({ page }) => {
  await signIn(page)
  const openEditor = async () => {
    await page.goto('/admin/articles')
    await page.getByRole('button', { name: 'Create Article' }).click()
    return page.getByRole('dialog', { name: 'Create New Article' })
  }
  const first = await openEditor()
  await first.getByLabel('Title').fill('Half a title')
  await expect(first.getByLabel('Slug')).toHaveValue('half-a-title')
  await first.getByLabel('Slug').fill('a-slug-of-choice')
  await expectStoredDrafts(page, 1)
  await page.reload()
  const editor = await openEditor()
  await expect(editor.getByText(RESTORED)).toBeVisible()
  await editor.getByLabel('Title').fill('A whole title')
  await expect(editor.getByLabel('Slug')).toHaveValue('a-slug-of-choice')
  await editor.getByLabel('Slug').fill('')
  await editor.getByLabel('Title').fill('Another title')
  await expect(editor.getByLabel('Slug')).toHaveValue('another-title')
})

test('the settings form restores unsaved input after a reload; discarding it can be undone', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/settings')
  const tagline = page.getByLabel('Tagline')
  const before = await tagline.inputValue()
  await tagline.fill('A tagline that is not saved')
  await expectStoredDrafts(page, 1)
  await page.reload()
  await expect(page.getByText(RESTORED)).toBeVisible()
  await expect(tagline).toHaveValue('A tagline that is not saved')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(tagline).toHaveValue(before)
  await expectStoredDrafts(page, 0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tagline).toHaveValue('A tagline that is not saved')
  await page.getByRole('button', { name: 'Undo changes' }).click()
  await expect(tagline).toHaveValue(before)
})

test('an edit conflict lists fields by their labels, and the saved version can replace the text', async ({ page }) => {
  const { id, patch } = await createArticle()
  await signIn(page)
  await page.goto(`/admin/articles?open=${id}`)
  const editor = page.getByRole('dialog', { name: 'Quick Edit Article' })
  const text = editor.locator('.cm-content')
  await expect(text).toHaveText('The first text.')
  await patch({ content: 'Their text.', categoryId: 2, rating: 3 })
  await text.fill('My text.')
  await editor.getByLabel('Last checked').scrollIntoViewIfNeeded()
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  const conflict = editor.getByRole('alert').filter({ hasText: 'This was changed while you were editing it' })
  await expect(conflict.getByRole('heading', { level: 3 })).toHaveText(['Category', 'Content', 'Rating'])
  await expect(conflict).toContainText('Solar Panels')
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await conflict.getByRole('button', { name: 'Use the saved version' }).click()
  await expect(text).toHaveText('Their text.')
  await text.press('End')
  await text.pressSequentially(' And mine.')
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Article updated').first()).toBeVisible()
  const saved = (await (await page.request.get(`/api/admin/articles/${id}`)).json()) as { content: string; rating: number }
  expect(saved).toMatchObject({ content: 'Their text. And mine.', rating: 3 })
})
