/** Admin login, access control of the back-office, and the overview page. */
import { EXPECTED_IN_CONSOLE, NAME, PASSWORD, expectToast, signIn, withoutNetwork } from './administrator.ts'
import { NIGHTLY } from './nightly.ts'
import { submitAdminLogin } from './people.ts'
import { expect, test } from './site.ts'

test.use({ expectedInConsole: EXPECTED_IN_CONSOLE })

test('ADM-LOGIN-01..10 TOAST-17..19 admin login reports missing fields, a wrong password and no network', async ({ page, context }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Admin Dashboard' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Admin Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Admin Login' })
  const submit = dialog.getByRole('button', { name: 'Login' })
  await submit.click()
  await expect(dialog.getByText('Username is required')).toBeVisible()
  await expect(dialog.getByText('Password is required')).toBeVisible()
  await dialog.getByLabel('Username').fill(NAME)
  await dialog.getByLabel(/^Password/).fill('not the password')
  await submit.click()
  await expectToast(page, 'Login failed', 'Invalid username or password')
  await withoutNetwork(context, async () => {
    await submit.click()
    await expectToast(page, 'Login failed', 'An error occurred during login')
  })
  await dialog.getByLabel(/^Password/).fill(PASSWORD())
  await submit.click()
  await expectToast(page, 'Login successful', 'Welcome to the admin dashboard')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Admin Login' })).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('isAdmin'))).toBe('true')
})

test('ADM-LOGIN-13..16 ADM-LOGIN-21 TOAST-21 a session survives a reload; Logout returns to the home page', NIGHTLY, async ({ page }) => {
  await submitAdminLogin(page, NAME, PASSWORD())
  await expect(page.getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: 'Manage Users' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Manage Users' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectToast(page, 'Logged Out', 'You have been logged out of the admin panel.')
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => localStorage.getItem('isAdmin'))).toBeNull()
  await expect(page.getByRole('button', { name: 'Admin Login' })).toBeVisible()
})

for (const path of ['/admin', '/admin/products', '/admin/articles', '/admin/forums', '/admin/users', '/admin/enquiries']) {
  test(`ADM-LOGIN-17..20 SEC-06 TOAST-20 ${path} denies access to visitors, also with a forged isAdmin flag`, NIGHTLY, async ({ page }) => {
    const response = await page.goto(path)
    expect(response?.status()).toBe(401)
    await expectToast(page, 'Access Denied', 'You must be logged in as an admin to access this page.')
    await expect(page).toHaveURL(/\/$/)
    for (const flag of ['true', 'yes']) {
      await page.evaluate((value) => localStorage.setItem('isAdmin', value), flag)
      await page.goto(path)
      await expectToast(page, 'Access Denied', 'You must be logged in as an admin to access this page.')
      await expect(page).toHaveURL(/\/$/)
      expect(await page.evaluate(() => localStorage.getItem('isAdmin'))).toBeNull()
    }
  })
}

test('ADM-NAV-01..04 ADM-DASH-01..03 the overview shows the menu, the counts, recent activity and open tasks', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin')
  const menu = page.getByRole('navigation', { name: /admin/i })
  for (const name of ['Overview', 'Products', 'Enquiries', 'Articles', 'Forums', 'Manage Users'])
    await expect(menu.getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible()
  const users = (await page.request.get('/api/users?perPage=1')).headers()['x-total-count'] ?? ''
  expect(Number(users)).toBeGreaterThan(10)
  const main = page.getByRole('main')
  for (const name of ['Products', 'Articles', 'Forums', 'Enquiries', 'Users'])
    await expect(main.getByRole('link', { name: new RegExp(name) }).first()).toBeVisible()
  await expect(main.getByRole('link', { name: /^Articles \d+ published/ })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Recent Activity' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
})
