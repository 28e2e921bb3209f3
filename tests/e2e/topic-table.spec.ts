/** Bulk actions on topics in the back-office. */
import { expectToast, signIn, some } from './administrator.ts'
import { expectNoAxeViolations } from './axe.ts'
import { keeper } from './people.ts'
import { expect, test } from './site.ts'

test('hiding several topics asks first, with their number and an optional reason', async ({ page }) => {
  const calls = await keeper()
  const word = some('Cylinders')
  for (const title of [`${word} one`, `${word} two`])
    expect((await calls.post('/api/forums', { data: { title, content: 'Which size?', categoryId: 1 } })).status()).toBe(201)
  await signIn(page)
  await page.goto(`/admin/forums?search=${encodeURIComponent(word)}`)
  const rows = page.getByRole('row').filter({ hasText: word })
  await expect(rows).toHaveCount(2)
  for (const name of [`Select ${word} one`, `Select ${word} two`]) await page.getByRole('checkbox', { name }).check()
  const hide = page.getByRole('button', { name: 'Hide', exact: true })
  await hide.click()
  const dialog = page.getByRole('alertdialog', { name: 'Hide 2 topics?' })
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(rows.getByText('Hidden')).toHaveCount(0)

  await hide.click()
  await dialog.getByLabel('Reason').fill('Asked twice.')
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await expectToast(page, '2 topics hidden')
  await expect(rows.getByText('Hidden')).toHaveCount(2)
  await page.getByRole('checkbox', { name: `Select ${word} one` }).check()
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeVisible()
  await expect(hide).toHaveCount(0)
})
