/** Edit conflicts of two administrators, and a picture that is selected but not uploaded. */
import { signIn } from './administrator.ts'
import { keeper } from './people.ts'
import { expect, test } from './site.ts'

test.use({ expectedInConsole: /status of 409/ })

const createArticle = async () => {
  const calls = await keeper()
  const data = { title: `Versions ${crypto.randomUUID().slice(0, 8)}`, content: 'The first text.', categoryId: 1 }
  const { id } = (await (await calls.post('/api/articles', { data: { ...data, authorName: 'Kit Marlow', status: 'draft' } })).json()) as {
    id: number
  }
  const change = (content: string) => calls.patch(`/api/articles/${id}`, { data: { content } })
  const read = async () => ((await (await calls.get(`/api/admin/articles/${id}`)).json()) as { content: string }).content
  return { title: data.title, change, read }
}

test('on an edit conflict the second administrator chooses between both versions of an article', async ({ page }) => {
  const article = await createArticle()
  await signIn(page)
  await page.goto('/admin/articles')
  await page.getByRole('searchbox').first().fill(article.title)
  await page.getByRole('row', { name: article.title }).getByRole('button', { name: 'Edit' }).click()
  const editor = page.getByRole('dialog', { name: 'Quick Edit Article' })
  await expect(editor.locator('.cm-content')).toContainText('The first text.')
  expect((await article.change('The text of the other editor.')).status()).toBe(200)
  await editor.locator('.cm-content').fill('My own text.')
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  const conflict = editor.getByRole('alert').filter({ hasText: 'This was changed while you were editing it' })
  await expect(conflict).toBeInViewport()
  await expect(conflict).toContainText('The text of the other editor.')
  await expect(conflict).toContainText('My own text.')
  expect(await article.read()).toBe('The text of the other editor.')
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await expect(conflict).toHaveCount(0)
  await expect.poll(article.read).toBe('My own text.')
})

test('an article is not created while a selected picture is not uploaded', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/articles')
  await page.getByRole('button', { name: 'Create Article' }).click()
  const editor = page.getByRole('dialog', { name: 'Create New Article' })
  const title = `Picture ${crypto.randomUUID().slice(0, 8)}`
  await editor.getByLabel('Title').fill(title)
  await editor.getByLabel('Category').selectOption('5')
  await editor.getByLabel('Author name').fill('Kit Marlow')
  await editor.locator('.cm-content').fill('Words.')
  await editor
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'kettle.png', mimeType: 'image/png', buffer: Buffer.from('bytes') })
  await editor.getByRole('button', { name: 'Create Article' }).click()
  await expect(editor.getByText('This picture is not uploaded yet. Describe and upload it, or remove it.')).toBeVisible()
  await editor.getByRole('button', { name: 'Remove', exact: true }).click()
  await editor.getByRole('button', { name: 'Create Article' }).click()
  await expect(page.getByText('Article created', { exact: true })).toBeVisible()
})
