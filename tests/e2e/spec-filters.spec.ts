/** Product lists filtered by specs: URL, sliders and number fields. */
import { NIGHTLY } from './nightly.ts'
import { waitUntilSettled } from './settled.ts'
import { expect, test } from './site.ts'

const FILTERED = '/products?category=electric-vehicles&range_min=300'

test('a product list is filtered by the URL, by slider and by number field', async ({ page }) => {
  await page.goto(FILTERED)
  await waitUntilSettled(page)
  const count = page.getByRole('search', { name: 'Filter products' }).getByRole('status')
  const minSlider = page.getByRole('slider', { name: 'Range, at least' })
  const minField = page.getByRole('spinbutton', { name: 'Range, at least, miles' })
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/products\?category=electric-vehicles$/)
  await expect(minSlider).toHaveAttribute('aria-valuetext', '300 miles')
  await expect(minField).toHaveValue('300')
  const countBefore = Number((await count.innerText()).split(/\s/)[0])

  await minField.fill('100')
  await expect(page).toHaveURL(/range_min=100/)
  await expect.poll(async () => Number((await count.innerText()).split(/\s/)[0])).toBeGreaterThan(countBefore)
  await minField.fill('')
  await expect(page).toHaveURL(/\/products\?category=electric-vehicles$/)

  await page.getByRole('slider', { name: 'Range, at most' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/range_max=\d+/)
  await page.getByRole('spinbutton', { name: 'Usable battery, at least, kWh' }).fill('60')
  await expect(page).toHaveURL(/usable_battery_min=60/)
  await expect(page).toHaveURL(/range_max=\d+/)
  await page.getByRole('spinbutton', { name: 'Usable battery, at most, kWh' }).fill('50')
  await expect(page.getByText('The minimum is above the maximum.')).toBeVisible()
  await expect(page).not.toHaveURL(/usable_battery_max/)
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/products\?category=electric-vehicles$/)
  await expect(minSlider).toHaveValue('186')
})

test('a product list ignores invalid filter parameters', NIGHTLY, async ({ page, request }) => {
  for (const parameter of ['range_min=far', 'range_min=', 'range_min=1e400', 'heat_output_min=5', 'nonsense_min=5']) {
    const html = await (await request.get(`/products?category=electric-vehicles&${parameter}`)).text()
    expect(html, parameter).toContain('Wrenfield Lark 58')
  }
  await page.goto('/products?category=electric-vehicles&range_min=9999')
  await expect(page.getByText('No products match these filters. Widen or clear them.')).toBeVisible()
  await page.goto('/products?range_min=9999')
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(12)
})
