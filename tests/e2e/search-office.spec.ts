/** Search administration: statistics, synonyms and pinned results. */
import { expectGone } from './expect-gone.ts'
import { expectToast, signIn, some } from './administrator.ts'
import { expectNoAxeViolations } from './axe.ts'
import { NIGHTLY } from './nightly.ts'
import { expect, test } from './site.ts'

test('an administrator adds synonyms and pins a result', NIGHTLY, async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/search')
  await expect(page.getByText('only if it was made on 3 different days')).toBeVisible()
  await expectNoAxeViolations(page, 'searches')
  await page.getByRole('tab', { name: 'Synonyms' }).click()
  await expect(page).toHaveURL(/tab=synonyms/)
  await expectNoAxeViolations(page, 'synonyms')

  const [one, other] = [some('quux').replace(' ', ''), some('blorp').replace(' ', '')]
  await page.getByRole('button', { name: 'Add synonyms' }).click()
  const words = page.getByRole('textbox', { name: /Words and phrases/ })
  await words.fill(one)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Please enter at least two words or phrases.')).toBeVisible()
  await words.fill(`${one}, ${other}\n${one.toUpperCase()}`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expectToast(page, 'Synonyms added')
  await page.getByRole('searchbox', { name: 'Search synonyms' }).fill(other)
  await expect(page.getByRole('row', { name: one })).toHaveText(new RegExp(`${one}${other}$`))
  await page.getByRole('button', { name: `Remove the synonyms of “${one}”` }).click()
  await page.getByRole('button', { name: 'Remove synonyms', exact: true }).click()
  await expect(page.getByText('No synonyms match')).toBeVisible()
  await page.getByRole('button', { name: 'Restore defaults' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore defaults' }).click()
  await expect(page.getByText(/\(defaults\)/)).toBeVisible()

  await page.getByRole('tab', { name: 'Pinned results' }).click()
  await page.getByRole('button', { name: 'Pin a result' }).first().click()
  await page.getByRole('textbox', { name: /^Search term/ }).fill(one)
  await page.getByRole('textbox', { name: /^Page/ }).fill('winter-range')
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await expect(page.getByText('Please enter a path of this site')).toBeVisible()
  await page.getByRole('textbox', { name: /^Page/ }).fill(new URL('/articles/winter-range', page.url()).href)
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await expectToast(page, 'Result pinned')
  await expectNoAxeViolations(page, 'pins')
  const found = await page.request.get(`/api/search?q=${one}`)
  expect(((await found.json()) as { results: { url: string }[] }).results[0]?.url).toBe('/articles/winter-range')
  await page
    .getByRole('row', { name: one })
    .getByRole('button', { name: /^Remove/ })
    .click()
  await page.getByRole('button', { name: 'Remove pin' }).click()
  await expectGone(page.getByRole('row', { name: one }), page.getByRole('button', { name: 'Pin a result' }).first())
})
