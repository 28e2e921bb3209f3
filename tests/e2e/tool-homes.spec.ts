/** The tools for homes of different kinds: by keyboard, without JavaScript, and with what My home knows. */
import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './axe.ts'
import { waitUntilSettled } from './settled.ts'
import { expect, test } from './site.ts'

const result = (page: Page) => page.getByRole('region', { name: 'Your result' })

test('which-first can be filled in by keyboard, and a tenant sees what to ask the landlord for', async ({ page }) => {
  await page.goto('/tools/which-first')
  await waitUntilSettled(page)
  const fill = async (label: string, keys: string) => {
    await expect(page.getByRole('combobox', { name: label, exact: true })).toBeFocused()
    await page.keyboard.type(keys)
    await page.keyboard.press('Tab')
    // As for a person, the result is there before the next question is answered.
    await expect(page.locator('[aria-busy]')).toHaveCount(0)
  }
  await page.getByLabel('Your home', { exact: true }).focus()
  await fill('Your home', 'I r')
  await fill('House', 'F')
  await fill('Built', 'B')
  await fill('Outside walls', 'S')
  await fill('Windows', 'S')
  await expect(page.getByLabel('Heating system')).toBeFocused()
  await page.keyboard.type('S')
  await expect(page).toHaveURL(/heating=storage/)
  // The field that appears does not move the focus, and the fuel is not asked for.
  await expect(page.getByLabel('Heating system')).toBeFocused()
  await expect(page.getByLabel('Radiators with pipes of its own')).toBeVisible()
  await expect(page.getByLabel('Fuel of the boiler')).toHaveCount(0)
  const bill = page.getByLabel('Electricity bill for a year')
  for (let presses = 0; presses < 20 && !(await bill.evaluate((input) => input === document.activeElement)); presses += 1)
    await page.keyboard.press('Tab')
  await expect(bill).toBeFocused()
  await page.keyboard.type('1600')
  await expect(page).toHaveURL(/bill=1600/)
  await expect(bill).toBeFocused()
  const jobs = result(page).getByRole('listitem')
  await expect(jobs.filter({ hasText: 'Stop draughts' })).toContainText('Within budget')
  await expect(jobs.filter({ hasText: 'New windows' })).toContainText('Ask your landlord')
  await expect(jobs.filter({ hasText: 'New windows' })).toContainText('Cost for the landlord')
  await expect(result(page).getByRole('heading', { name: 'What you can do yourself' })).toBeVisible()
  await expect(result(page).getByRole('heading', { name: 'A heat pump for a flat without pipes' })).toBeVisible()
  await expectNoAxeViolations(page, 'which-first of a tenant')
  await result(page).getByRole('link', { name: 'Make a plan' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Stop draughts' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Stop draughts' })).toBeChecked()
})

test('My home asks for litres of an oil home only, and they fill in the tools', async ({ page }) => {
  await page.goto('/my-home')
  await waitUntilSettled(page)
  await expect(page.getByLabel('Oil or LPG in a year')).toHaveCount(0)
  await page.getByLabel('Heating system').selectOption('Boiler and radiators')
  await page.getByLabel('Fuel of the heating').selectOption('Oil')
  await page.getByLabel('Oil or LPG in a year').fill('2500')
  await page.getByLabel('Price of oil or LPG').fill('75')
  await page.getByRole('button', { name: 'Save my home' }).click()
  await expect(page.getByText('Your home is saved').first()).toBeVisible()
  await page.goto('/tools/heat-pump')
  await expect(page.getByLabel('Fuel used in a year litres')).toHaveValue('2500')
  await expect(page.getByLabel('Fuel used in a year kWh')).toHaveCount(0)
  await page.goto('/tools/insulation')
  await expect(page.getByLabel('Price of the fuel p/litre')).toHaveValue('75')
})

test('My home leaves out the example’s quote, and names missing fields without an error', async ({ page }) => {
  await page.goto('/my-home')
  await waitUntilSettled(page)
  await page.getByLabel('Postcode').fill('BT9')
  await page.getByLabel('Electricity in a year').fill('2900')
  await page.getByRole('button', { name: 'Save my home' }).click()
  await expect(page.getByText('Your home is saved').first()).toBeVisible()
  await page.goto('/tools/quote-check')
  await expect(page).toHaveURL(/postcode=BT9/)
  await expect(page).not.toHaveURL(/yield|selfUse|price/)
  await expect(page.getByText('Filled in from My home')).toBeVisible()
  await expect(page.getByLabel('Price of the panels')).toHaveValue('')
  await expect(result(page)).not.toContainText('Impossible')
  // The price of electricity in Northern Ireland is not known.
  await page.goto('/tools/solar')
  await expect(page.getByRole('status').filter({ hasText: 'A result needs more details' })).toContainText('Import rate')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel('Import rate')).not.toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Work it out' }).click()
  await expect(page.getByRole('alert')).toContainText('Please check your details')
  await expect(page.getByLabel('Import rate')).toHaveAttribute('aria-invalid', 'true')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('shares of older URLs are shown in per cent, and the types of radiators are readable', async ({ page }) => {
    await page.goto('/tools/insulation?area=45&uBefore=0.4&uAfter=0.16&degreeDays=2000&efficiency=0.85&price=7.33')
    await expect(page.getByLabel('Efficiency of your heating')).toHaveValue('85')
    await expect(result(page).getByRole('row', { name: /You save in a year/ })).toContainText('£36')
    await page.goto('/tools/radiators')
    await page.getByText('Which radiators do I have?').click()
    await expect(page.getByRole('row', { name: /22.*Two panels/ })).toContainText('1,732 W')
  })
})
