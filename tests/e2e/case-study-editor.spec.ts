/** A case study in the article editor: entered, pasted from a spreadsheet, refused where readings are missing, and removed. */
import { signIn, some } from './administrator.ts'
import { expectNoAxeViolations } from './axe.ts'
import { keeper } from './people.ts'
import { expect, test } from './site.ts'

const READINGS = Array.from({ length: 12 }, (_, month) => `${200 + month}\t${10 + month}\t${100 + month}`).join('\n')

test('an editor enters a case study, and the page shows its facts and readings', async ({ page }) => {
  const calls = await keeper()
  const data = { title: some('Case study'), content: 'An introduction.\n\n## More\n\nText.', categoryId: 1, authorName: 'Kit Marlow' }
  const { id, slug } = (await (await calls.post('/api/articles', { data })).json()) as { id: number; slug: string }
  await signIn(page)
  await page.goto(`/admin/articles?open=${id}`)
  const editor = page.getByRole('dialog', { name: 'Quick Edit Article' })
  await editor.getByRole('switch', { name: 'Case study' }).check()
  await editor.getByLabel('Home').fill('Terraced house of 1905, 85 m²')
  await editor.getByLabel('Place').fill('Bristol')
  await editor.getByLabel('People').fill('2')
  await editor.getByLabel('Year of the readings').fill('2099')
  await editor.getByLabel('Before').fill('3,100 kWh of electricity, no panels')
  await editor.getByLabel('What was done').fill('Solar panels of 3.6 kW: 6,750')

  // Without readings the form is refused, and nothing is lost.
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(editor.getByText('Bought, January: enter the reading, or 0')).toBeVisible()
  await expect(editor.getByLabel('Year of the readings')).toBeFocused()

  await expect(editor.getByText('all its months must be over')).toBeVisible()
  await editor.getByLabel('Year of the readings').fill('2025')

  await editor.getByLabel('January, Bought').evaluate((cell, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, READINGS)
  await expect(editor.getByLabel('December, Generated')).toHaveValue('111')
  await expectNoAxeViolations(page)
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Article updated').first()).toBeVisible()

  await page.goto(`/articles/${slug}`)
  const section = page.getByRole('region', { name: 'The home and its meters' })
  await expect(section.getByText('Solar panels of 3.6 kW, £6,750')).toBeVisible()
  await expect(section.getByRole('row', { name: /^December/ })).toContainText('211')
  await expect(section.getByText('Demo:')).toBeHidden()

  await page.goto(`/admin/articles?open=${id}`)
  await expect(editor.getByLabel('What was done')).toHaveValue('Solar panels of 3.6 kW: 6750')
  await editor.getByRole('switch', { name: 'Case study' }).uncheck()
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Article updated').first()).toBeVisible()
  await page.goto(`/articles/${slug}`)
  await expect(page.getByRole('heading', { name: 'More' })).toBeVisible()
  await expect(section).toBeHidden()
})
