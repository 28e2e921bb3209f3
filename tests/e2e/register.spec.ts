/** The register of reference values: the public page, and an administrator's change that is visible immediately. */
import { expectToast, signIn } from './administrator.ts'
import { expectNoAxeViolations } from './axe.ts'
import { NIGHTLY } from './nightly.ts'
import { expect, test } from './site.ts'

test.use({ expectedInConsole: /status of 40[04]/ })

test('a visitor reads the reference values of a nation, also without JavaScript', NIGHTLY, async ({ page, browser }) => {
  await page.goto('/today')
  await expect(page.getByRole('heading', { level: 1, name: 'Prices and rules today' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Energy prices' }).getByRole('link', { name: 'Gas, price cap' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('navigation', { name: 'Nation' }).getByRole('link', { name: 'Scotland' }).click()
  await expect(page).toHaveURL(/nation=scotland/)
  await expect(page.getByRole('link', { name: 'Home Energy Scotland, heat pump grant' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Boiler Upgrade Scheme, biomass boiler' })).toHaveCount(0)

  const quiet = await browser.newContext({ javaScriptEnabled: false })
  const plain = await quiet.newPage()
  await plain.goto('/today/cap.electricity')
  await expect(plain.getByRole('img', { name: /Electricity, price cap\. January to March 2026: 27\.69p a kWh/ })).toBeVisible()
  await expect(plain.getByRole('row', { name: /January to March 2027/ })).toContainText('not known yet')
  await quiet.close()
})

test('the panel of an unknown reference value leads back to the list', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/figures?open=999999')
  const panel = page.getByRole('dialog', { name: 'Reference value' })
  await expect(panel.getByRole('heading', { name: 'Reference value not found' })).toBeVisible()
  await expectNoAxeViolations(page)
  await panel.getByRole('link', { name: 'Back to prices and rules' }).click()
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/figures$/)
  await expect(page.getByRole('table', { name: 'Prices and rules' })).toBeVisible()
})

test('an administrator sees the uses of a reference value and changes it on every page', NIGHTLY, async ({ page, browser }) => {
  const visitor = await (await browser.newContext()).newPage()
  const articlePath = '/articles/charging-without-a-driveway'
  await visitor.goto(articlePath)
  await expect(visitor.getByText('so the cap bites and you pay £600')).toBeVisible()

  await signIn(page)
  await page.goto('/admin/figures?search=chargepoint.grant')
  const name = 'Charge point grant for each socket, at most'
  await page.getByRole('row', { name: new RegExp(name) }).press('Enter')
  const panel = page.getByRole('dialog', { name, exact: true })
  await expect(panel.getByRole('link', { name: /driveway/i })).toBeVisible()
  await expectNoAxeViolations(page)
  await panel.getByRole('button', { name: 'New value' }).click()
  const sheet = page.getByRole('dialog', { name: `New value: ${name}` })
  await sheet.getByLabel('Value', { exact: true }).fill('lots')
  await sheet.getByRole('button', { name: 'Save value' }).click()
  await expect(sheet.getByText('Please enter a number').first()).toBeVisible()
  // With this one the cap bites no more, which the guide says.
  await sheet.getByLabel('Value', { exact: true }).fill('900')
  await expect(sheet.getByText('becomes false')).toBeVisible()
  await expectNoAxeViolations(page)
  await sheet.getByRole('button', { name: 'Save value' }).click()
  await expectToast(page, 'Value saved', 'Every page that uses it is up to date.')
  await expect(panel.getByText('£900', { exact: true }).first()).toBeVisible()

  await visitor.goto(articlePath)
  await expect(visitor.getByText('75% is £825, so you pay £275')).toBeVisible()
  await visitor.goto('/today/chargepoint.grant')
  await expect(visitor.getByText('£900').first()).toBeVisible()
  await page.goto('/admin/figures')
  await expect(page.getByText('Articles that need fixing')).toBeVisible()
  await expectNoAxeViolations(page)
})
