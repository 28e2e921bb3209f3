/** An administrator's day with the catalogue and the guides. */
import type { Page } from '@playwright/test'
import { EXPECTED_IN_CONSOLE, expectToast, holdUndo, signIn, some, withoutNetwork } from './administrator.ts'
import { expect, nextPostedBody, test } from './site.ts'
import { NIGHTLY } from './nightly.ts'

test.use({ expectedInConsole: EXPECTED_IN_CONSOLE })

test('ADM-PROD adds, edits and deletes a product, and takes the deletion back', async ({ page, context }) => {
  await signIn(page)
  await page.goto('/admin/products')
  await expect(page.getByRole('heading', { name: 'Manage Products' })).toBeVisible()
  await page.getByRole('button', { name: 'Add Product' }).click()
  const add = page.getByRole('dialog', { name: 'Add Product' })
  const save = add.getByRole('button', { name: /^(Add|Create|Save)/ })
  await save.click()
  for (const message of [
    'Name must be at least 3 characters',
    'Slug must be at least 3 characters',
    'Description must be at least 10 characters',
    'Please select a category',
    'Please enter a price',
  ])
    await expect(add.getByText(message)).toBeVisible()
  const name = some('Kettle')
  const slug = name.toLowerCase().replace(' ', '-')
  await add.getByLabel('Name').fill(name)
  await expect(add.getByLabel('Slug')).toHaveValue(slug)
  await add.getByLabel('Slug').fill('Not A Slug')
  await add.getByLabel('Image URL').fill('nonsense')
  await save.click()
  await expect(add.getByText('Slug must contain only lowercase letters, numbers, and hyphens')).toBeVisible()
  await expect(add.getByText('Must be a valid URL')).toBeVisible()
  await add.getByLabel('Image URL').fill('')
  await add.getByLabel('Description').fill('Boils what you need and no more.')
  await add.getByLabel('Category').selectOption('4')
  await expect(add.getByLabel('Price')).toHaveAttribute('placeholder', '£9,500')
  await add.getByLabel('Price').fill('£42')
  // A slug that is taken: the real refusal.
  await add.getByLabel('Slug').fill('hearthstone-keep-10')
  await save.click()
  await expectToast(page, 'Error', 'Failed to create product: Failed to create product')
  await expect(add).toBeVisible()
  await add.getByRole('button', { name: 'Generate' }).click()
  await expect(add.getByLabel('Slug')).toHaveValue(slug)
  const sent = nextPostedBody(page, '/api/products')
  await save.click()
  expect(await sent).toMatchObject({ name, slug, categoryId: 4, price: '£42', isFeatured: false })
  await expectToast(page, 'Product Created', 'The product has been successfully added to the catalog.')
  await expect(add).toBeHidden()

  await page.getByRole('searchbox').last().fill(name)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toHaveCount(1)
  await row.getByRole('button', { name: /edit/i }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Product' })
  await expect(edit.getByLabel('Name')).toHaveValue(name)
  await edit.getByLabel('Price').fill('£39')
  const update = edit.getByRole('button', { name: /^(Save|Update)/ })
  await withoutNetwork(context, async () => {
    await update.click()
    await expectToast(page, 'Error', 'Failed to update product: Failed to update product')
  })
  await update.click()
  await expectToast(page, 'Product Updated', 'The product has been successfully updated in the catalog.')
  await expect(row).toContainText('£39')

  await row.getByRole('button', { name: /delete/i }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Are you sure you want to delete "${name}"?`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toHaveCount(1)
  await row.getByRole('button', { name: /delete/i }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  const undo = await holdUndo(page)
  await expect(row).toHaveCount(0)
  const gone = await page.request.get(`/products/${slug}`)
  expect([gone.status(), (await gone.text()).includes('Product Not Found')]).toEqual([410, true])
  await undo.click()
  await expect(row).toHaveCount(1)
  expect((await page.request.get(`/products/${slug}`)).status()).toBe(200)
})

test('HOME-16 HOME-20 AMB-34 a product that is marked as featured stands on the home page', NIGHTLY, async ({ page }) => {
  await signIn(page)
  const name = some('Marked')
  const slug = name.toLowerCase().replace(' ', '-')
  const data = { name, slug, description: 'Chosen for the home page.', categoryId: 4, price: '£42', isFeatured: true }
  const made = await page.request.post('/api/products', { data })
  expect(made.status()).toBe(201)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Top Rated Products' }).getByRole('heading', { name })).toBeVisible()
  const { id } = (await made.json()) as { id: number }
  expect((await page.request.delete(`/api/products/${id}`, { data: {} })).status()).toBe(200)
})

test('ADM-ART writes, edits and deletes an article', async ({ page, context }) => {
  await signIn(page)
  await page.goto('/admin/articles')
  await expect(page.getByRole('heading', { name: 'Articles Management' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Article' }).click()
  const create = page.getByRole('dialog', { name: 'Create New Article' })
  const save = create.getByRole('button', { name: /^(Create|Save|Publish)/ })
  await save.click()
  await expectToast(page, 'Missing required fields', 'Please fill in all required fields (title, category, author name, content).')
  await create.getByLabel('Title').fill('EV Chargers: A Guide!')
  await expect(create.getByLabel('Slug')).toHaveValue('ev-chargers-a-guide')
  const title = some('Draughts: a short guide!')
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, '')
    .replaceAll(' ', '-')
  await create.getByLabel('Title').fill(title)
  await expect(create.getByLabel('Slug')).toHaveValue(slug)
  await create.getByLabel('Category').selectOption('5')
  await create.getByLabel('Author name').fill('Kit Marlow')
  const text = create.locator('.cm-content')
  await text.click()
  await page.keyboard.type('## Find them\n\nA **candle** shows where the air comes in.')
  await create.getByRole('tab', { name: 'Preview' }).click()
  await expect(create.locator('strong', { hasText: 'candle' })).toBeVisible()
  await create.getByLabel('Slug').fill('winter-range')
  await save.click()
  await expect(page.getByText(/^Validation failed: slug /)).toBeVisible()
  await withoutNetwork(context, async () => {
    await save.click()
    await expectToast(page, 'Creation failed', 'Failed to create the article. Please try again.')
  })
  await create.getByLabel('Slug').fill(slug)
  await save.click()
  await expectToast(page, 'Article created')
  expect((await page.request.get(`/articles/${slug}`)).status()).toBe(200)

  const row = page.getByRole('row').filter({ hasText: title })
  await row.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Quick Edit Article' })
  await expect(edit.getByText(/ID/).first()).toBeVisible()
  await edit.getByLabel('Author name').fill('')
  const update = edit.getByRole('button', { name: /^(Save|Update)/ })
  await update.click()
  await expectToast(page, 'Missing required fields', 'Please fill in all required fields (title, category, author name).')
  await edit.getByLabel('Author name').fill('Kit Marlow')
  await edit.getByLabel('Slug').fill(`${slug}-two`)
  await withoutNetwork(context, async () => {
    await update.click()
    await expectToast(page, 'Update failed', 'Failed to update the article. Please try again.')
  })
  await update.click()
  await expectToast(page, '✅ Article updated')
  await expect(edit).toBeHidden()
  const moved = await page.request.get(`/articles/${slug}`, { maxRedirects: 0 })
  expect([moved.status(), moved.headers()['location']]).toEqual([301, `/articles/${slug}-two`])

  await row.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to delete this article? This action cannot be undone.')
  // Deleted elsewhere in the meantime: the real failure.
  const { id } = (await (await page.request.get(`/api/articles/${slug}-two`)).json()) as { id: number }
  expect((await page.request.delete(`/api/articles/${id}`)).status()).toBe(200)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Failed to delete article: 404: No such article.')
})

test('ADM-ART-33..34 TOAST-31 deletes an article; ADM-ART-14 a picture that fails is marked', NIGHTLY, async ({ page }) => {
  await signIn(page)
  const title = some('To be deleted')
  const body = { title, categoryId: 5, authorName: 'Kit', content: 'Short.' }
  expect((await page.request.post('/api/articles', { data: body })).status()).toBe(201)
  await page.goto('/admin/articles')
  const row = page.getByRole('row').filter({ hasText: title })
  await row.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Featured image').fill('https://nowhere.invalid/picture.jpg')
  await expect(page.getByRole('dialog').getByText('Invalid image URL')).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /discard|close/i })
    .click()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Article deleted')
  await expect(row).toHaveCount(0)
})

test('the menu keeps its one line beside what a visitor has in the bar, at every width', async ({ page }) => {
  for (const path of ['/articles', '/products', '/about']) {
    await page.goto(path)
    await expectOneLine(page)
  }
})

/** With a scroll bar that takes up room: the width of a window is the page's and the bar's, and rules for widths are about the window's. */
async function expectOneLine(page: Page): Promise<void> {
  await page.addStyleTag({ content: 'body { margin-right: 17px }' })
  const menu = page.getByRole('navigation', { name: 'Main' })
  const wrong: string[] = []
  for (let width = 768; width <= 1440; width += 8) {
    await page.setViewportSize({ width, height: 700 })
    const { tops, over } = await menu.evaluate((nav) => {
      const bar = nav.parentElement as HTMLElement
      const rects = [...nav.querySelectorAll('a')].map((link) => link.getBoundingClientRect())
      const next = nav.nextElementSibling?.getBoundingClientRect().left ?? Infinity
      const right = Math.max(...rects.map((rect) => rect.right))
      return { tops: new Set(rects.map(({ top }) => top)).size, over: Math.max(bar.scrollWidth - bar.clientWidth, right - next) }
    })
    if (tops > 1 || over > 0) wrong.push(`${width}: ${tops} lines, ${over} px too wide`)
  }
  expect(wrong).toEqual([])
}

test('the menu keeps its one line beside all that an administrator has in the bar, at every width', async ({ page }) => {
  await signIn(page)
  await page.goto('/forum')
  await expect(page.getByRole('banner').getByRole('link', { name: /notice/i })).toBeVisible()
  await expectOneLine(page)
  await page.setViewportSize({ width: 360, height: 700 })
  const name = page.getByRole('banner').getByText('Net Zero', { exact: true })
  expect(await name.evaluate((words) => words.getClientRects().length)).toBe(1)
  expect((await name.boundingBox())?.height).toBeLessThan(32)
})
