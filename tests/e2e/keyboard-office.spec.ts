/** The back-office by keyboard. */
import { expectGone } from './expect-gone.ts'
import { expectFocusKept, focused, press, walkDown } from './keyboard.ts'
import { NIGHTLY, nightlyUnless } from './nightly.ts'
import { deleteEnquiries } from './office-hands.ts'
import { waitUntilSettled } from './settled.ts'
import { expect, test } from './site.ts'

test.use({ expectedInConsole: /status of (400|401|403|404|409|429)/, contextOptions: { reducedMotion: 'reduce' } })
test.beforeEach(async ({ page }) => {
  const data = { username: 'keeper', password: process.env['E2E_ADMIN_PASSWORD'] ?? '' }
  expect((await page.request.post('/api/admin/login', { data })).status()).toBe(200)
  await page.addInitScript(() => localStorage.setItem('isAdmin', 'true'))
})

/** Page of the daily run, with the widest table. */
const DAILY = new Set(['/newsletter'])

for (const path of [
  '',
  '/analytics',
  '/sites',
  '/products',
  '/articles',
  '/forums',
  '/users',
  '/enquiries',
  '/newsletter',
  '/settings',
  '/mail',
  '/audit',
  '/trash',
])
  test(`Tab moves down /admin${path} with a visible focus ring on every control`, nightlyUnless(DAILY.has(path)), async ({ page }) => {
    await page.goto(`/admin${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await waitUntilSettled(page)
    const { problems, seen } = await walkDown(page, 160)
    expect(problems).toEqual([])
    expect(seen.size).toBeGreaterThan(8)
  })

test('side panels close with Escape and return focus, and deleting a row keeps focus in the content', NIGHTLY, async ({ page }) => {
  const name = `Kettle ${crypto.randomUUID().slice(0, 8)}`
  const product = { name, slug: name.toLowerCase().replace(' ', '-'), description: 'Boils water.', categoryId: 4, price: '£30' }
  expect((await page.request.post('/api/products', { data: product })).status()).toBe(201)
  await page.goto(`/admin/products?search=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ hasText: name })
  const edit = row.getByRole('button', { name: /^Edit/ })
  await edit.focus()
  await press(page, 'Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  const hidden: string[] = []
  for (let stops = 0; stops < 40; stops++) {
    await press(page, 'Tab')
    const at = await focused(page)
    if (!at?.isSeen) hidden.push(at?.name ?? 'nothing')
  }
  expect(hidden).toEqual([])
  await press(page, 'Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(edit).toBeFocused()

  const remove = row.getByRole('button', { name: /^Delete/ })
  await remove.focus()
  await press(page, 'Enter')
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(page, 'Escape')
  await expect(question).toBeHidden()
  await expect(remove).toBeFocused()
  await press(page, 'Enter')
  await question.getByRole('button', { name: 'Delete' }).focus()
  await press(page, 'Enter')
  await expect(question).toBeHidden()
  await expectGone(row)
  await expectFocusKept(page)
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})

test('the article panel returns focus after Escape and after saving', NIGHTLY, async ({ page }) => {
  await page.goto('/admin/articles?search=tonne')
  const edit = page.getByRole('row').nth(1).getByRole('button', { name: /^Edit/ })
  const panel = page.getByRole('dialog', { name: 'Quick Edit Article' })
  await edit.focus()
  await press(page, 'Enter')
  await expect(panel.getByLabel('Title')).toBeVisible()
  await press(page, 'Escape')
  await expect(panel).toBeHidden()
  await expect(edit).toBeFocused()

  await press(page, 'Enter')
  await panel.getByRole('button', { name: 'Save Changes' }).focus()
  await press(page, 'Enter')
  await expect(page.getByText('✅ Article updated', { exact: true })).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(edit).toBeFocused()
})

test('focus stays in the enquiry panel after saving a status', NIGHTLY, async ({ page }) => {
  // A dedicated enquiry, because parallel tests delete theirs.
  const name = `Wren ${crypto.randomUUID().slice(0, 8)}`
  const customer = { name, email: 'wren@example.org', phone: '01632 960002', address: '2 Orchard Row', message: 'Please tell me more.' }
  expect((await page.request.post('/api/enquiries', { data: { ...customer, productId: 1 } })).status()).toBe(201)
  await page.goto(`/admin/enquiries?search=${encodeURIComponent(name)}`)
  const view = page.getByRole('main').getByRole('button', { name: /^View/ }).first()
  const button = await view.elementHandle()
  await view.focus()
  await press(page, 'Enter')
  const panel = page.getByRole('dialog')
  const status = panel.getByLabel('Status')
  await status.focus()
  const before = await status.inputValue()
  await status.selectOption(before === 'contacted' ? 'new' : 'contacted')
  await panel.getByRole('button', { name: 'Update Status' }).focus()
  await press(page, 'Enter')
  await expect(page.getByText('Status updated').first()).toBeVisible()
  await expect.poll(() => panel.evaluate((box) => box.contains(document.activeElement))).toBe(true)
  // Escape first closes the toast on top, unless it has already been hidden.
  await expect(async () => {
    await press(page, 'Escape')
    await expect(panel).toBeHidden({ timeout: 1000 })
  }).toPass()
  await expect.poll(() => button?.evaluate((element) => element === document.activeElement)).toBe(true)
})

test(
  'restoring from the trash moves focus to the next row, then to the previous one, then to the empty state',
  NIGHTLY,
  async ({ page }) => {
    const [oldest, middle, newest] = await deleteEnquiries(page, 'Ada', 'Ben', 'Cleo')
    await page.goto('/admin/trash?kind=enquiry')
    const restore = (name: string) => page.getByRole('button', { name: new RegExp(`^Restore ${name}`) })
    await restore(middle).focus()
    await press(page, 'Enter')
    await expect(restore(middle)).toHaveCount(0)
    await expect(restore(oldest)).toBeFocused()
    // Permanent deletion asks for confirmation and moves focus in the same way.
    await page.getByRole('button', { name: new RegExp(`^Delete ${oldest}`) }).focus()
    await press(page, 'Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).focus()
    await press(page, 'Enter')
    await expectGone(restore(oldest), restore(newest))
    await expect(
      page
        .getByRole('main')
        .getByRole('button', { name: /^Delete .* permanently$/ })
        .and(page.locator(':focus')),
    ).toHaveCount(1)
    await restore(newest).focus()
    await press(page, 'Enter')
    await expect(restore(newest)).toHaveCount(0)
    await expectFocusKept(page)
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  },
)
