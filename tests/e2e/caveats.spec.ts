/** Safety caveats in articles, on product pages and in results of tools. */
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './site.ts'

const FUSE_EXCEEDED = '/tools/supply?house=45&charger=32&fuse=60'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('an article, a product and a tool show their caveats with a source', async ({ page }) => {
    for (const [path, title] of [
      ['/articles/heat-pump-noise', 'Propane (R290) needs clear space around the unit'],
      ['/products/thornbury-aria-7', 'Propane (R290) needs clear space around the unit'],
      [FUSE_EXCEEDED, '77 A on a 60 A fuse: not without the network operator'],
    ] as const) {
      await page.goto(path)
      const note = page.getByRole('note').filter({ hasText: title })
      await expect(note).toBeVisible()
      await expect(note).toContainText(/Source: .+, checked/)
      await expect(note.getByRole('link').last()).toHaveAttribute('href', /^https:/)
    }
  })
})

test('the caveat of a tool appears and disappears with the input', async ({ page }) => {
  await page.goto(FUSE_EXCEEDED)
  const note = page.getByRole('note').filter({ hasText: 'fuse' })
  await expect(note).toContainText('77 A on a 60 A fuse')
  await page.getByLabel('Main fuse').fill('100')
  await page.getByLabel('Peak current of the house').fill('20')
  await page.getByRole('button', { name: 'Work it out' }).click()
  await expect(note).toHaveCount(0)
})

test('a tool in an article says that its sum exceeds the fuse', async ({ page }) => {
  await page.goto('/articles/one-phase-or-three')
  await expect(page.getByRole('region', { name: 'Fuse, charger and inverter' }).getByRole('note')).toContainText('77 A on a 60 A fuse')
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`the boxes are accessible and fit a phone, ${colorScheme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 360, height: 760 })
    for (const path of ['/articles/loft-insulation-done-well', '/products/thornbury-alba-12', FUSE_EXCEEDED]) {
      await page.goto(path)
      await expect(page.getByRole('note').first()).toBeVisible()
      await expectNoAxeViolations(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  })
