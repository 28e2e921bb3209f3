/** An administrator's day: sign in, look around, keep the catalogue, the guides, the forum, the people and the post. */
import { type BrowserContext, type Page } from '@playwright/test'
import { expect, test } from './site.ts'

const PASSWORD = () => process.env['E2E_ADMIN_PASSWORD'] ?? ''
const NAME = 'keeper'
const some = (what: string) => `${what} ${crypto.randomUUID().slice(0, 8)}`

test.use({ expectedInConsole: /status of (400|401|403|404|409|410|429)|net::ERR_(INTERNET_DISCONNECTED|NAME_NOT_RESOLVED)|ERR_FAILED/ })

/** The visible message, by title and text. */
async function expectToast(page: Page, title: string, message?: string): Promise<void> {
  const toast = page.getByRole('region', { name: /notifications/i }).getByRole('listitem')
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  if (message !== undefined) await expect(toast.getByText(message, { exact: true })).toBeVisible()
  await expect(toast).toHaveCount(1)
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Admin Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Admin Login' })
  await dialog.getByLabel('Username').fill(NAME)
  await dialog.getByLabel(/^Password/).fill(PASSWORD())
  await dialog.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
}

/** What a call really finds when there is no network. */
async function withoutNetwork(context: BrowserContext, work: () => Promise<void>): Promise<void> {
  await context.setOffline(true)
  await work()
  await context.setOffline(false)
}

test('ADM-LOGIN-01..10 TOAST-17..19 signs in: what is missing, what is wrong, no network, and right', async ({ page, context }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Admin Dashboard' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Admin Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Admin Login' })
  const submit = dialog.getByRole('button', { name: 'Login' })
  await submit.click()
  await expect(dialog.getByText('Username is required')).toBeVisible()
  await expect(dialog.getByText('Password is required')).toBeVisible()
  await dialog.getByLabel('Username').fill(NAME)
  await dialog.getByLabel(/^Password/).fill('not the password')
  await submit.click()
  await expectToast(page, 'Login failed', 'Invalid username or password')
  await withoutNetwork(context, async () => {
    await submit.click()
    await expectToast(page, 'Login failed', 'An error occurred during login')
  })
  await dialog.getByLabel(/^Password/).fill(PASSWORD())
  await submit.click()
  await expectToast(page, 'Login successful', 'Welcome to the admin dashboard')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Admin Login' })).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('isAdmin'))).toBe('true')
})

test('ADM-LOGIN-13..16 ADM-LOGIN-21 TOAST-21 the session survives a reload; Logout goes home', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: 'Manage Users' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Manage Users' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectToast(page, 'Logged Out', 'You have been logged out of the admin panel.')
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => localStorage.getItem('isAdmin'))).toBeNull()
  await expect(page.getByRole('button', { name: 'Admin Login' })).toBeVisible()
})

for (const path of ['/admin', '/admin/products', '/admin/articles', '/admin/forums', '/admin/users', '/admin/enquiries']) {
  test(`ADM-LOGIN-17..20 SEC-06 TOAST-20 ${path} turns a visitor away, a forged flag too`, async ({ page }) => {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(401)
    await expectToast(page, 'Access Denied', 'You must be logged in as an admin to access this page.')
    await expect(page).toHaveURL(/\/$/)
    for (const flag of ['true', 'yes']) {
      await page.evaluate((value) => localStorage.setItem('isAdmin', value), flag)
      await page.goto(path)
      await expectToast(page, 'Access Denied', 'You must be logged in as an admin to access this page.')
      await expect(page).toHaveURL(/\/$/)
      expect(await page.evaluate(() => localStorage.getItem('isAdmin'))).toBeNull()
    }
  })
}

test('ADM-NAV-01..04 ADM-DASH-01..03 the overview counts what is there', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin')
  const menu = page.getByRole('navigation', { name: /admin/i })
  for (const name of ['Overview', 'Products', 'Enquiries', 'Articles', 'Forums', 'Manage Users'])
    await expect(menu.getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible()
  const users = (await page.request.get('/api/users?perPage=1')).headers()['x-total-count'] ?? ''
  expect(Number(users)).toBeGreaterThan(10)
  const main = page.getByRole('main')
  for (const name of ['Products', 'Articles', 'Forums', 'Enquiries', 'Users'])
    await expect(main.getByRole('link', { name: new RegExp(name) }).first()).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Recent Activity' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
})

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
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/products'))
  await save.click()
  expect((await sent).postDataJSON()).toMatchObject({ name, slug, categoryId: 4, price: '£42', isFeatured: false })
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
  await expect(row).toHaveCount(0)
  expect((await page.request.get(`/products/${slug}`)).status()).toBe(410)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toHaveCount(1)
  expect((await page.request.get(`/products/${slug}`)).status()).toBe(200)
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
  await expect(edit).toBeHidden({ timeout: 4000 })
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

test('ADM-ART-33..34 TOAST-31 deletes an article; ADM-ART-14 a picture that fails is marked', async ({ page }) => {
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
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Article deleted')
  await expect(row).toHaveCount(0)
})

test('ADM-USER creates somebody, who then may sign in; failures keep the form', async ({ page, context }) => {
  await signIn(page)
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Create User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create User' })
  const create = dialog.getByRole('button', { name: 'Create User' })
  await expect(dialog.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(dialog.getByRole('checkbox', { name: /administrator/i })).not.toBeChecked()
  const username = `helper_${crypto.randomUUID().slice(0, 6)}`
  await dialog.getByLabel('Username').fill('priya_leeds')
  await dialog.getByLabel('Email').fill(`${username}@example.org`)
  await dialog.getByLabel(/^Password/).fill('a long enough secret')
  await create.click()
  await expect(page.getByText('Failed to create user', { exact: true })).toBeVisible()
  await withoutNetwork(context, async () => {
    await create.click()
    await expectToast(page, 'Failed to create user', 'An error occurred while creating the user.')
  })
  await dialog.getByLabel('Username').fill(username)
  await create.click()
  await expectToast(page, 'User created successfully')
  await page.getByRole('main').getByRole('searchbox').fill(username)
  const row = page.getByRole('row').filter({ hasText: username })
  await expect(row).toContainText('Never')
  await row.getByRole('button', { name: 'View' }).click()
  const view = page.getByRole('dialog')
  for (const text of [username, `${username}@example.org`, 'User']) await expect(view.getByText(text).first()).toBeVisible()
})

test('ADM-ENQ reads an enquiry, sets its status and notes; the customer’s words stay', async ({ page, context }) => {
  const name = some('Owen')
  const email = `${name.replace(' ', '-').toLowerCase()}@example.org`
  await signIn(page)
  const products = (await (await page.request.get('/api/products?perPage=1')).json()) as { id: number }[]
  const enquiry = { name, email, phone: '01632 960123', address: '1 The Row\nLeeds', notes: 'Is it loud?', productId: products[0]?.id }
  expect((await page.request.post('/api/enquiries', { data: enquiry })).status()).toBe(201)
  await page.goto('/admin/enquiries')
  await expect(page.getByRole('heading', { name: 'Customer Enquiries' })).toBeVisible()
  const search = page.getByRole('main').getByRole('searchbox')
  await search.fill('nothing like this at all')
  await expect(page.getByText('No enquiries match your search criteria').first()).toBeVisible()
  await search.fill(email.toUpperCase())
  await expect(page.getByText(/^Showing 1 of \d+ total enquiries$/)).toBeVisible()
  await page.getByRole('row').filter({ hasText: email }).getByRole('button', { name: 'View' }).click()
  const view = page.getByRole('dialog')
  for (const text of [name, email, '01632 960123', 'Is it loud?']) await expect(view.getByText(text).first()).toBeVisible()
  const status = view.getByLabel('Status')
  const update = view.getByRole('button', { name: /update status/i })
  await expect(status).toHaveValue('new')
  await expect(update).toBeDisabled()
  await status.selectOption('contacted')
  await withoutNetwork(context, async () => {
    await update.click()
    await expectToast(page, 'Error updating status', 'There was a problem updating the enquiry status.')
  })
  await update.click()
  await expectToast(page, 'Status updated')
  await expect(update).toBeDisabled()
  const notes = view.getByLabel('Notes')
  const saveNotes = view.getByRole('button', { name: /save notes/i })
  await expect(notes).toHaveValue('Is it loud?')
  await expect(saveNotes).toBeDisabled()
  await notes.fill('Rang back on Friday.')
  await withoutNetwork(context, async () => {
    await saveNotes.click()
    await expectToast(page, 'Error updating notes', 'There was a problem updating the enquiry notes.')
  })
  await saveNotes.click()
  await expectToast(page, 'Notes updated')
  await expect(saveNotes).toBeDisabled()
  await expect(view.getByText('Is it loud?').first()).toBeVisible()
})

test('ADM-FORUM starts a topic, pins and locks it, hides and deletes it, and approves what waits', async ({
  page,
  browser,
  extraHTTPHeaders,
}) => {
  await signIn(page)
  const word = crypto.randomUUID().slice(0, 8)
  const guest = await browser.newContext({ extraHTTPHeaders: extraHTTPHeaders ?? {} })
  const waiting = await guest.request.post('/api/forums', {
    data: { title: `Offer ${word}`, content: 'See https://example.org', categoryId: 1 },
  })
  expect(((await waiting.json()) as { status: string }).status).toBe('waiting')
  await page.goto('/admin/forums')
  await expect(page.getByRole('heading', { name: 'Manage Forums' })).toBeVisible()
  await page.getByRole('button', { name: 'Add Forum Topic' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add Forum Topic' })
  await dialog.getByLabel('Title').fill(`House rules ${word}`)
  await dialog.getByLabel('Category').selectOption('1')
  await dialog.getByLabel('Content').fill('Be kind.')
  await dialog.getByRole('button', { name: /^(Add|Post|Create)/ }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: `House rules ${word}` })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: `House rules ${word}` })
  await row.getByRole('button', { name: /^Pin/ }).click()
  await expect(row.getByRole('button', { name: /^Unpin/ })).toBeVisible()
  await row.getByRole('button', { name: /^Lock/ }).click()
  await expect(row.getByRole('button', { name: /^Unlock/ })).toBeVisible()
  await page.goto('/forum')
  await page.getByRole('link', { name: `House rules ${word}` }).click()
  const reader = await guest.newPage()
  await reader.goto(page.url().replace(/^https?:\/\/[^/]+/, new URL(page.url()).origin))
  await expect(reader.getByLabel('Your reply')).toHaveCount(0)

  await page.goto('/admin/forums')
  await page.getByRole('tab', { name: /Waiting/ }).click()
  const post = page
    .getByRole('listitem')
    .or(page.getByRole('row'))
    .filter({ hasText: `Offer ${word}` })
    .last()
  await post.getByRole('button', { name: /approve/i }).click()
  await expect(post).toHaveCount(0)
  await reader.goto('/forum')
  await expect(reader.getByRole('link', { name: `Offer ${word}` })).toBeVisible()

  await page.goto(`/admin/forums?search=${word}`)
  const offer = page.getByRole('row').filter({ hasText: `Offer ${word}` })
  await offer.getByRole('button', { name: /^Hide/ }).click()
  await expect(offer.getByRole('button', { name: /^Show/ })).toBeVisible()
  await reader.goto('/forum')
  await expect(reader.getByRole('link', { name: `House rules ${word}` })).toBeVisible()
  await expect(reader.getByRole('link', { name: `Offer ${word}` })).toHaveCount(0)
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await guest.close()
})

test('an administrator removes a review, and takes the removal back; nobody else is offered it', async ({
  page,
  browser,
  extraHTTPHeaders,
}) => {
  await signIn(page)
  const name = some('Toaster')
  const slug = name.toLowerCase().replace(' ', '-')
  const product = { name, slug, description: 'Browns what you put in.', categoryId: 4, price: '£30' }
  const made = await page.request.post('/api/products', { data: product })
  expect(made.status()).toBe(201)
  const { id } = (await made.json()) as { id: number }
  const guest = await browser.newContext({ extraHTTPHeaders: extraHTTPHeaders ?? {} })
  for (const [title, rating] of [
    ['Rude words', 1],
    ['Even slices', 5],
  ] as const) {
    const review = { productId: id, userId: 1, title, rating, content: 'We have had it for a year.' }
    expect((await guest.request.post('/api/reviews', { data: review })).status()).toBe(201)
  }
  const reader = await guest.newPage()
  await reader.goto(`/products/${slug}?tab=reviews`)
  await expect(reader.getByRole('heading', { name: 'Rude words' })).toBeVisible()
  await expect(reader.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await guest.close()

  await page.goto(`/products/${slug}?tab=reviews`)
  const rude = page.getByRole('article').filter({ hasText: 'Rude words' })
  const count = page.getByRole('tab', { name: /Reviews/ })
  await expect(count).toContainText('2')
  await rude.getByRole('button', { name: /^Remove/ }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to remove this review?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rude.getByRole('button', { name: /^Remove/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'Review removed')
  await expect(rude).toHaveCount(0)
  await expect(count).toContainText('1')
  const stars = async () => ((await (await page.request.get(`/api/products/${slug}`)).json()) as { averageRating: number }).averageRating
  expect(await stars()).toBe(5)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Review restored')
  await expect(rude).toHaveCount(1)
  await expect(count).toContainText('2')
  expect(await stars()).toBe(3)
})
