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

test.describe('a plan for a home in Northern Ireland', () => {
  // Browsers log the response of the API that states what is missing.
  test.use({ expectedInConsole: /status of 400/ })
  test('asks for its fuel, use and prices, and is made from them', async ({ page }) => {
    await page.goto('/plan?postcode=BT9&jobs=loft,draughts')
    await waitUntilSettled(page)
    await expect(page.getByRole('status').filter({ hasText: 'Your plan needs more details' })).toContainText('price of electricity')
    await expectNoAxeViolations(page, 'a plan that needs more details')
    await page.getByLabel('Fuel of the boiler').selectOption('Oil')
    await page.getByLabel('Fuel used in a year litres').fill('1500')
    await page.getByLabel('Price of the fuel p/litre').fill('75')
    await page.getByLabel('Electricity used in a year, without heating').fill('3000')
    await page.getByLabel('Price of electricity').fill('dear')
    await page.getByLabel('Export rate').fill('10')
    await page.getByRole('button', { name: 'Make the plan' }).click()
    await expect(page.getByLabel('Price of electricity')).toHaveAccessibleDescription(/Enter a number/)
    await page.getByLabel('Price of electricity').fill('30')
    await page.getByRole('button', { name: 'Make the plan' }).click()
    await expect(page.getByRole('heading', { name: 'Top up the loft' })).toBeVisible()
    await expect(page).toHaveURL(/litres=1500/)
    await expect(page.getByText('price cap')).toHaveCount(0)
  })
})

test('the loft sum of an article uses the degree-days of the postcode, and of My home', async ({ page }) => {
  await page.goto('/articles/loft-insulation-done-well')
  await waitUntilSettled(page)
  const tool = page.getByRole('region', { name: 'What an insulation job saves' })
  const saving = tool.getByRole('listitem').filter({ hasText: 'You save' })
  await expect(tool.getByLabel('Your degree-days')).toHaveValue('2000')
  const textOfExample = await saving.innerText()
  await tool.getByLabel('Postcode').fill('IV2')
  await expect(tool.getByLabel('Your degree-days')).toHaveCount(0)
  await expect(saving).not.toHaveText(textOfExample, { useInnerText: true })
  await expect(tool.getByRole('link', { name: 'How we worked this out' })).not.toHaveAttribute('href', /degreeDays/)
  const textOfHighland = await saving.innerText()
  await tool.getByLabel('Postcode').fill('')
  await expect(tool.getByLabel('Your degree-days')).toHaveValue('2000')
  await expect(saving).toHaveText(textOfExample, { useInnerText: true })

  await page.evaluate(() => localStorage.setItem('own-home', '{"postcode":"IV2"}'))
  await page.reload()
  await expect(tool.getByText('With the postcode of My home')).toBeVisible()
  await expect(tool.getByLabel('Postcode')).toHaveValue('IV2')
  await expect(saving).toHaveText(textOfHighland, { useInnerText: true })
  await tool.getByLabel('Area').fill('90')
  await expect(tool.getByRole('link', { name: 'How we worked this out' })).toHaveAttribute(
    'href',
    /area=90.*postcode=IV2|postcode=IV2.*area=90/,
  )
})
