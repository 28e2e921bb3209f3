/** Back-office workflows with users, enquiries, forum topics and reviews. */
import { expectGone } from './expect-gone.ts'
import { EXPECTED_IN_CONSOLE, expectToast, holdUndo, signIn, some, withoutNetwork } from './administrator.ts'
import { expect, waitForHydration, test } from './site.ts'
import { NIGHTLY } from './nightly.ts'

test.use({ expectedInConsole: EXPECTED_IN_CONSOLE })

test('ADM-USER an administrator creates a user; the form stays open after a failed request', NIGHTLY, async ({ page, context }) => {
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

test('ADM-ENQ the status and notes of an enquiry are saved and leave the customer’s text unchanged', NIGHTLY, async ({ page, context }) => {
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

test(
  'ADM-FORUM an administrator creates, pins, locks, hides and deletes topics, and approves a waiting one',
  NIGHTLY,
  async ({ page, browser, extraHTTPHeaders }) => {
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
    const reader = waitForHydration(await guest.newPage())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`House rules ${word}`)
    await reader.goto(page.url())
    await expectGone(reader.getByLabel('Your reply'), reader.getByRole('heading', { level: 1, name: `House rules ${word}` }))

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
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hide' }).click()
    await expect(offer.getByRole('button', { name: /^Show/ })).toBeVisible()
    await reader.goto('/forum')
    await expect(reader.getByRole('link', { name: `House rules ${word}` })).toBeVisible()
    await expect(reader.getByRole('link', { name: `Offer ${word}` })).toHaveCount(0)
    await row.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectGone(row, offer)
    await guest.close()
  },
)

test(
  'an administrator hides a review with a reason and undoes it; visitors have no button to hide it',
  NIGHTLY,
  async ({ page, browser, extraHTTPHeaders }) => {
    await signIn(page)
    const name = some('Toaster')
    const slug = name.toLowerCase().replace(' ', '-')
    const product = { name, slug, description: 'Browns what you put in.', categoryId: 4, price: '£30' }
    const created = await page.request.post('/api/products', { data: product })
    expect(created.status()).toBe(201)
    const { id } = (await created.json()) as { id: number }
    const guest = await browser.newContext({ extraHTTPHeaders: extraHTTPHeaders ?? {} })
    for (const [title, rating] of [
      ['Rude words', 1],
      ['Even slices', 5],
    ] as const) {
      const review = { productId: id, userId: 1, title, rating, content: 'We have had it for a year.' }
      // Guests of one network may review a product only once.
      const headers = { 'x-forwarded-for': `10.${rating}.8.1` }
      expect((await guest.request.post('/api/reviews', { data: review, headers })).status()).toBe(201)
    }
    const reader = waitForHydration(await guest.newPage())
    await reader.goto(`/products/${slug}?tab=reviews`)
    await expect(reader.getByRole('heading', { name: 'Rude words' })).toBeVisible()
    await expect(reader.getByRole('button', { name: /^Hide/ })).toHaveCount(0)
    await guest.close()

    await page.goto(`/products/${slug}?tab=reviews`)
    const rude = page.getByRole('article').filter({ hasText: 'Rude words' })
    const count = page.getByRole('tab', { name: /Reviews/ })
    await expect(count).toContainText('2')
    await rude.getByRole('button', { name: /^Hide/ }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Hide this review?')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(rude.getByRole('button', { name: /^Hide/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question.getByRole('button', { name: 'Hide' })).toBeDisabled()
    await question.getByLabel('Reason').selectOption('insult')
    await question.getByRole('button', { name: 'Hide' }).click()
    const undo = await holdUndo(page)
    await expectToast(page, 'Review hidden')
    await expect(count).toContainText('1')
    await expectGone(rude)
    const averageRating = async () =>
      ((await (await page.request.get(`/api/products/${slug}`)).json()) as { averageRating: number }).averageRating
    expect(await averageRating()).toBe(5)
    await undo.click()
    await expectToast(page, 'Review restored')
    await expect(rude).toHaveCount(1)
    await expect(count).toContainText('2')
    expect(await averageRating()).toBe(3)
  },
)
