/** Tools: without and with JavaScript, on a phone, all twelve pages, the saved home, and the plan. */
import type { Page } from '@playwright/test'
import { TOOL_NAMES } from '#features/tools/catalogue/tool.policy.ts'
import { expectNoAxeViolations } from './axe.ts'
import { NIGHTLY } from './nightly.ts'
import { signUp, unique } from './people.ts'
import { waitUntilSettled } from './settled.ts'
import { expect, test } from './site.ts'

const LEEDS = '/tools/solar?postcode=LS6&slopes=2.4:36:E:none;2.4:36:W:none&use=3100&battery=0&import=26.11&export=12'
const result = (page: Page) => page.getByRole('region', { name: 'Your result' })
const rowOf = (page: Page, name: RegExp) => result(page).getByRole('row', { name })

test.describe('without JavaScript', () => {
  // Browsers log every response with an error status.
  test.use({ javaScriptEnabled: false, expectedInConsole: /status of 400/ })
  test('shows the example, calculates submitted values, and reports an invalid field with the others kept', async ({ page }) => {
    await page.goto('/tools/solar')
    await expect(result(page)).toContainText('Worth to you')
    await page.getByLabel('Postcode').fill('LS6')
    await page.getByLabel('Electricity used in a year').fill('3100')
    await page.getByLabel('Import rate').fill('26.11')
    await page.getByLabel('Export rate').fill('12')
    await page.getByRole('button', { name: 'Work it out' }).click()
    await expect(rowOf(page, /Generated in a year/)).toContainText('3,410')
    await expect(rowOf(page, /Worth to you in a year/)).toContainText('£555')
    await expect(page.getByLabel('Postcode')).toHaveValue('LS6')

    await page.getByLabel('Electricity used in a year').fill('-5')
    await page.getByRole('button', { name: 'Work it out' }).click()
    const use = page.getByLabel('Electricity used in a year')
    await expect(use).toHaveValue('-5')
    await expect(use).toHaveAccessibleDescription(/not negative/)
    await expect(page.getByLabel('Import rate')).toHaveValue('26.11')
    await expect(result(page)).toHaveCount(0)
  })
  test('submits several checkboxes together', NIGHTLY, async ({ page }) => {
    await page.goto('/tools/grants?plans=air-to-water')
    await page.getByRole('checkbox', { name: 'Charge point' }).check()
    await page.getByRole('button', { name: 'Work it out' }).click()
    await expect(page.getByText('Not for you because').first()).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Heat pump, air to water' })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Charge point' })).toBeChecked()
  })
})

test('the result and the URL update while typing; Back returns to the list of tools', async ({ page }) => {
  await page.goto('/tools')
  await page.getByRole('main').getByRole('link', { name: 'Solar on my roof' }).click()
  await waitUntilSettled(page)
  await page.getByLabel('Postcode').fill('LS6')
  await expect(page).toHaveURL(/postcode=LS6/)
  await expect(page).toHaveURL(/slopes=2\.4:36:E:none;2\.4:36:W:none/)
  await page.getByLabel('Electricity used in a year').fill('3100')
  await expect(rowOf(page, /Used in your home/)).toContainText('1,020')
  await expect(page.getByLabel('Electricity used in a year')).toBeFocused()
  await page.getByLabel('Electricity used in a year').fill('much')
  await expect(page.getByLabel('Electricity used in a year')).toHaveAccessibleDescription(/Enter a number/)
  await expect(result(page)).toHaveCount(0)
  await page.getByLabel('Electricity used in a year').fill('3100')
  await page.getByLabel('Electricity used in a year').press('Enter')
  await expect(result(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/tools$/)
})

test.use({ expectedInConsole: /status of 400/ })
test('shows the result of the URL’s values on a phone without axe violations', NIGHTLY, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(LEEDS)
  await expect(rowOf(page, /Worth to you in a year/)).toContainText('£555')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex,follow')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectNoAxeViolations(page, LEEDS)
  await page.goto('/tools/solar?slopes=4:95:S:none&use=x')
  await expectNoAxeViolations(page, 'a tool with errors')
})

test('all twelve tools show an example result and fit a phone', NIGHTLY, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  for (const name of TOOL_NAMES) {
    await page.goto(`/tools/${name}`)
    await expect(result(page), name).toBeVisible()
    await expect(page.getByRole('heading', { name: 'How we worked this out' }), name).toBeVisible()
    expect([name, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([name, 360])
    await expectNoAxeViolations(page, name)
  }
})

test('a visitor’s home is saved in the browser, prefills the tools and the plan, and can be deleted', async ({ page }) => {
  await page.goto('/my-home')
  await waitUntilSettled(page)
  await page.getByLabel('Postcode').fill('EH1 1AA')
  await page.getByLabel('Electricity in a year').fill('4321')
  await page.getByLabel('House', { exact: true }).selectOption('terrace')
  await page.getByRole('checkbox', { name: 'Loft' }).check()
  await page.getByRole('button', { name: 'Save my home' }).click()
  await expect(page.getByText('Your home is saved').first()).toBeVisible()
  await expect(page.getByLabel('Postcode')).toHaveValue('EH1')
  await page.goto('/tools/solar')
  await expect(page.getByText('Filled in from')).toBeVisible()
  await expect(page.getByLabel('Electricity used in a year')).toHaveValue('4321')
  await expect(page).toHaveURL(/postcode=EH1/)
  await page.goto('/plan')
  await expect(page).toHaveURL(/postcode=EH1.*house=terrace|house=terrace.*postcode=EH1/)
  await expect(page.getByText('For the home in')).toBeVisible()
  await page.goto('/my-home')
  await page.getByRole('link', { name: 'Make a plan for it' }).click()
  await expect(page.getByRole('heading', { name: 'My plan' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Heat pump' }).check()
  await expect(page.getByRole('checkbox', { name: 'Top up the loft' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Heat pump' })).toBeVisible()
  await expect(page.getByText('Do these first:')).toBeVisible()
  await expectNoAxeViolations(page, '/plan')
  await page.goto('/my-home')
  await expectNoAxeViolations(page, '/my-home')
  await page.getByRole('button', { name: 'Delete my home' }).click()
  await expect(page.getByText('Your home is deleted').first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('own-home'))).toBeNull()
})

test('a member’s home is saved in the account; the forum link prefills a topic with the result', NIGHTLY, async ({ page }) => {
  await signUp(page, unique('tools'))
  await page.goto('/my-home')
  await waitUntilSettled(page)
  await page.getByLabel('Postcode').fill('LS6 2AB')
  await page.getByLabel('Electricity in a year').fill('-1')
  await page.getByRole('button', { name: 'Save my home' }).click()
  await expect(page.getByLabel('Electricity in a year')).toHaveAccessibleDescription(/not negative/)
  await page.getByLabel('Electricity in a year').fill('3333')
  await page.getByRole('button', { name: 'Save my home' }).click()
  await expect(page.getByText('Your home is saved').first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('own-home'))).toBeNull()
  await page.goto('/tools/solar')
  await expect(page.getByLabel('Electricity used in a year')).toHaveValue('3333')
  await page.getByRole('link', { name: 'Ask the forum about this result' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Solar on my roof: what do you think of my result?')
  const content = page.getByLabel('Content')
  await expect(content).toHaveValue(/Electricity used in a year: 3333 kWh/)
  await expect(content).toHaveValue(/Result:[^]*Worth to you in a year: £\d+/)
  // Where somebody lives is for them to say.
  expect(await content.inputValue()).not.toContain('LS6')
  await expect(page.getByLabel('Category *')).toHaveValue('2')
})
