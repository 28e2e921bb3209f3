/** axe finds nothing on any public page, in either theme. */
import AxeBuilder from '@axe-core/playwright'
import { expect, LOST, PAGES, test } from './site.ts'

test.use({ expectedInConsole: /404 \(Not Found\)/ })

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })
    for (const [name, path] of Object.entries({
      ...PAGES,
      ...Object.fromEntries(Object.entries(LOST).map(([lost, at]) => [`lost ${lost}`, at])),
    })) {
      test(name, async ({ page }) => {
        await page.goto(path)
        await page.waitForLoadState('load')
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze()
        expect(
          violations.map(
            ({ id, nodes }) =>
              `${id}: ${nodes
                .slice(0, 3)
                .map((node) => node.html.slice(0, 120))
                .join(' | ')}`,
          ),
        ).toEqual([])
      })
    }
  })
}

test('open forms, sheets and messages, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const check = async () => {
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 150)}`)).toEqual([])
  }
  await page.goto('/forum')
  await page.getByRole('button', { name: 'Start New Topic' }).click()
  await page.getByRole('button', { name: 'Post Topic' }).click()
  await check()
  await page.goto('/enquiry/plover-home-7')
  await page.getByRole('button', { name: 'Submit Enquiry' }).click()
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible()
  await check()
  await page.goto('/')
  await page.getByRole('button', { name: /menu/i }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.waitForTimeout(400)
  await check()
})
