/** Tools that ask questions: whether a home suits a heat pump, and which electric car fits; without JavaScript and by keyboard. */
import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './axe.ts'
import { NIGHTLY } from './nightly.ts'
import { waitUntilSettled } from './settled.ts'
import { expect, test } from './site.ts'

const result = (page: Page) => page.getByRole('region', { name: 'Your result' })
const question = (page: Page, name: RegExp) => page.getByRole('group', { name })
const cars = (page: Page) => page.getByRole('region', { name: 'Cars that fit' })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the questions about a heat pump give a verdict with reasons, and the URL has the inputs', async ({ page }) => {
    await page.goto('/tools/heat-pump-suitability')
    await expect(result(page)).toContainText('Yes, with some work')
    await question(page, /loft insulated/)
      .getByLabel('Yes')
      .check()
    await page.getByRole('button', { name: 'Work it out' }).click()
    await expect(page).toHaveURL(/insulated=yes/)
    await expect(result(page)).toContainText('Likely: your home suits a heat pump')
    await question(page, /place outside/)
      .getByLabel('No', { exact: true })
      .check()
    await page.getByRole('button', { name: 'Work it out' }).click()
    await expect(result(page)).toContainText('Look at other ways')
    await expect(question(page, /at least 5 m/)).toHaveCount(0)
    await expect(result(page).getByRole('link', { name: 'Which grants can I get?' })).toBeVisible()
  })
  test('the car finder lists cars with reasons, reports an invalid wish and preserves the others', async ({ page }) => {
    await page.goto('/tools/car-finder')
    await page.getByLabel('Longest regular drive in winter').fill('230')
    await page.getByLabel('Seats').fill('5')
    await page.getByRole('button', { name: 'Work it out' }).click()
    await expect(result(page)).toContainText(/3 cars out of \d meet every wish/)
    await expect(cars(page)).toContainText('Winter range: about 247 miles')
    await page.getByLabel('Seats').fill('many')
    await page.getByRole('button', { name: 'Work it out' }).click()
    await expect(page.getByLabel('Seats')).toHaveAccessibleDescription(/Enter a number/)
    await expect(page.getByLabel('Longest regular drive in winter')).toHaveValue('230')
  })
  test('the heat loss tool refuses an impossible home and preserves its values', async ({ page }) => {
    await page.goto('/tools/heat-loss?mode=fabric&elements=45:0.16&volume=1')
    await expect(page.getByRole('alert')).toContainText('would lose only 0.17 kW')
    await expect(page.getByLabel('Volume of the rooms')).toHaveValue('1')
  })
})

test('the questions about a heat pump are answered by keyboard, and the focus stays', async ({ page }) => {
  await page.goto('/tools/heat-pump-suitability')
  await waitUntilSettled(page)
  const yes = question(page, /loft insulated/).getByLabel('Yes')
  await question(page, /loft insulated/)
    .getByLabel('No', { exact: true })
    .focus()
  await page.keyboard.press('ArrowUp')
  await expect(yes).toBeChecked()
  await expect(result(page)).toContainText('Likely')
  await expect(yes).toBeFocused()
  await expect(page).toHaveURL(/insulated=yes/)
})

test('the car finder is used by keyboard, and says which wish excludes what', async ({ page }) => {
  // Other tests add a car to the same site for a time, so no number of cars is expected.
  await page.goto('/tools/car-finder')
  await waitUntilSettled(page)
  await page.getByLabel('Longest regular drive in winter').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('250')
  await expect(cars(page)).toContainText(/250\smiles in winter without charging: excludes\s\d\scars/)
  await expect(page.getByLabel('Longest regular drive in winter')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Seats')).toBeFocused()
  const drop = cars(page).getByRole('link', { name: /Drop it:\s\d\scars left/ })
  await drop.focus()
  await page.keyboard.press('Enter')
  await expect(result(page)).toContainText(/\d\scars out of/)
  await expect(page.getByLabel('Longest regular drive in winter')).toHaveValue('')
})

test('both tools have no axe violations on a phone', NIGHTLY, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  for (const path of [
    '/tools/heat-pump-suitability?dwelling=flat&tenure=tenant&pipes=no',
    '/tools/car-finder?seats=7&budget=20000&drive=250',
    '/tools/car-finder?seats=6&monthly=400&boot=350',
    '/tools/heat-pump?consumption=11500&cheapPrice=15&standardPrice=30&peakPrice=45',
    '/tools/noise?power=54&distance=5&nation=northern-ireland',
  ]) {
    await page.goto(path)
    await expect(result(page), path).toBeVisible()
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 360])
    await expectNoAxeViolations(page, path)
  }
})

test.describe('if the server fails', () => {
  test.use({ expectedInConsole: /status of 503/ })
  test('a tool preserves the inputs and calculates again on request', async ({ page }) => {
    await page.goto('/tools/heat-pump')
    await waitUntilSettled(page)
    await page.route('**/api/tools/heat-pump/form*', (route) =>
      route.fulfill({ status: 503, json: { code: 'busy', message: 'Too busy.' } }),
    )
    const price = page.getByLabel('Quote before the grant')
    await price.fill('9321')
    await expect(page.getByRole('alert')).toContainText('The result could not be calculated')
    await expect(page.getByRole('alert')).toContainText('Your details are unchanged')
    await expect(price).toHaveValue('9321')
    await expectNoAxeViolations(page)
    await page.unroute('**/api/tools/heat-pump/form*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(result(page)).toBeVisible()
    await expect(price).toHaveValue('9321')
  })
})
