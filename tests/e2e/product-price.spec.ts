/** A price in the product form: a bare number becomes one in the site's money, in sight and reversibly; everything else is left alone. */
import type { Page } from '@playwright/test'
import { EXPECTED_IN_CONSOLE, expectToast, signIn, some } from './administrator.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './site.ts'
import { NIGHTLY } from './nightly.ts'

test.use({ expectedInConsole: EXPECTED_IN_CONSOLE })

async function openForm(page: Page) {
  await signIn(page)
  await page.goto('/admin/products')
  await page.getByRole('button', { name: 'Add Product' }).click()
  const form = page.getByRole('dialog', { name: 'Add Product' })
  const price = form.getByLabel('Price')
  /** Replaces the value and moves to the next field. */
  const type = async (text: string) => {
    await price.fill(text)
    await price.press('Tab')
  }
  return {
    form,
    price,
    type,
    status: form.locator('[data-part=price-made] [role=status]'),
    keep: form.getByRole('button', { name: 'Keep as typed' }),
  }
}

test('a plain number is formatted as a price on blur, and stays restored after “Keep as typed” or Escape', NIGHTLY, async ({ page }) => {
  const { form, price, type, status, keep } = await openForm(page)
  await type('8451234')
  await expect(price).toHaveValue('£8,451,234')
  await expect(status).toHaveText('Formatted as £8,451,234.')
  // The way back is the next stop.
  await expect(keep).toBeFocused()
  await expectNoAxeViolations(page)
  await keep.click()
  await expect(price).toHaveValue('8451234')
  await expect(price).toBeFocused()
  await expect(status).toHaveText('Kept as typed.')
  await expect(keep).toHaveCount(0)
  await price.press('Tab')
  await expect(price).toHaveValue('8451234')

  await type(' 690 ')
  await expect(price).toHaveValue('£690')
  await price.focus()
  await price.press('Escape')
  await expect(price).toHaveValue(' 690 ')
  await expect(form).toBeVisible()
  await price.press('Tab')
  await expect(price).toHaveValue(' 690 ')
  // Written by hand it is the reader's own, and nothing is said of it.
  await type('£12')
  await expect(status).toHaveText('')
  // With nothing to take back, Escape closes the window as ever.
  await price.press('Escape')
  await expect(form).toBeHidden()
})

test('a control pressed while the price is formatted does not move', NIGHTLY, async ({ page }) => {
  const { form, price } = await openForm(page)
  await price.pressSequentially('690')
  await expect(form.getByText('Will be shown as £690.')).toBeVisible()
  const featured = form.getByRole('switch', { name: 'Featured on the home page' })
  await featured.scrollIntoViewIfNeeded()
  const before = await featured.boundingBox()
  await featured.click()
  await expect(price).toHaveValue('£690')
  await expect(featured).toBeChecked()
  expect(Math.abs(((await featured.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2)
})

test('a price that is more than a plain number is not formatted', NIGHTLY, async ({ page }) => {
  const { price, type, status } = await openForm(page)
  for (const text of ['from £12', '690 per month', '£390 /month', '9,500–12,000', 'POA', '12.345', '007']) {
    await type(text)
    await expect(price).toHaveValue(text)
    await expect(status).toHaveText('')
  }
})

test('PROD-30 Enter formats a plain number before saving; a stored plain number stays unformatted', NIGHTLY, async ({ page }) => {
  const { form, price } = await openForm(page)
  const name = some('Priced')
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Generate' }).click()
  await form.getByLabel('Description').fill('Costs what it says.')
  await form.getByLabel('Category').selectOption('4')
  await price.fill('690')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/products'))
  await price.press('Enter')
  const body = (await sent).postDataJSON() as { slug: string; price: string }
  expect(body.price).toBe('£690')
  await expectToast(page, 'Product Created')

  // The bare number is stored, and opening the product does not change it.
  const list = (await (await page.request.get(`/api/products?search=${encodeURIComponent(name)}`)).json()) as { id: number }[]
  expect((await page.request.patch(`/api/products/${list[0]?.id}`, { data: { price: '700' } })).status()).toBe(200)
  await page.goto(`/admin/products?search=${encodeURIComponent(name)}`)
  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: /edit/i }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Product' })
  const stored = edit.getByLabel('Price')
  await expect(stored).toHaveValue('700')
  await stored.focus()
  await stored.press('Tab')
  await expect(stored).toHaveValue('700')
  await page.goto(`/products/${body.slug}`)
  await expect(page.locator('main [data-part=price]').first()).toHaveText('700')
  expect((await page.request.delete(`/api/products/${list[0]?.id}`, { data: {} })).status()).toBe(200)
})
