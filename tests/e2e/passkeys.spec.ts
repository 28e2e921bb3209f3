/** Passkeys: creation on the account page, sign-in without a password, and use as a second factor. */
import type { Page } from '@playwright/test'
import { expectSignedOut } from './expect-gone.ts'
import { expectNoAxeViolations } from './axe.ts'
import { submitAdminLogin, submitSignIn, keeper, PASSWORD, signUp, unique } from './people.ts'
import { expect, test, url } from './site.ts'
import { waitUntilSettled } from './settled.ts'
import { addVirtualAuthenticator } from './virtual-authenticator.ts'
import { NIGHTLY } from './nightly.ts'

// Browsers do not support passkeys on IP addresses.
const localhostUrl = () => url().replace('127.0.0.1', 'localhost')
test.use({ baseURL: async ({}, use) => use(localhostUrl()), expectedInConsole: /status of (400|401|403)/ })

const header = (page: Page) => page.getByRole('banner')
const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto('/account?tab=security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Please give it a name')).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Passkey added', { exact: true }).first()).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('list', { name: 'Your passkeys' }).getByText(name).first()).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expectSignedOut(page)
}

test('a member adds a passkey, signs in with it, requires it after the password, renames it and removes it', NIGHTLY, async ({ page }) => {
  const name = unique('carys')
  await addVirtualAuthenticator(page)
  await signUp(page, name)
  await addPasskey(page, 'My phone')
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a passkey' })
  await adding.getByLabel('Name').fill('The same again')
  await adding.getByRole('button', { name: 'Continue' }).click()
  await expect(adding.getByText('This device already has a passkey for your account.')).toBeVisible()
  await adding.getByRole('button', { name: 'Cancel' }).click()

  await signOut(page)
  await page.goto('/sign-in')
  await expectNoAxeViolations(page)
  await passkeyButton(page).click()
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByText(`Hello, ${name}.`).first()).toBeVisible()

  await page.getByRole('tab', { name: 'Security' }).click()
  const list = page.getByRole('list', { name: 'Your passkeys' })
  await expect(list.getByText('Last used:')).toBeVisible()
  const demand = page.getByRole('switch', { name: 'Ask for a passkey after the password' })
  await demand.click()
  const asking = page.getByRole('dialog', { name: 'Ask for a passkey' })
  await asking.getByLabel('Your password').fill(PASSWORD)
  await asking.getByRole('button', { name: 'Switch on' }).click()
  const recoveryCodes = page.getByRole('group', { name: 'Save these recovery codes' })
  await expect(recoveryCodes).toBeFocused()
  const [recovery = ''] = await recoveryCodes.locator('code').allTextContents()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(demand).toBeChecked()
  await signOut(page)

  await submitSignIn(page, name, PASSWORD)
  await expect(page.getByText('This account also requires a passkey.')).toBeVisible()
  await expectNoAxeViolations(page)
  await passkeyButton(page).click()
  await expect(page).toHaveURL(/\/account$/)
  await signOut(page)
  await submitSignIn(page, name, PASSWORD)
  await page.getByLabel('Recovery code').fill(recovery)
  await page.getByRole('form', { name: 'Sign in' }).getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/account$/)

  await page.getByRole('tab', { name: 'Security' }).click()
  await page.getByRole('button', { name: 'Rename My phone' }).click()
  const naming = page.getByRole('dialog', { name: 'Rename this passkey' })
  await naming.getByRole('textbox', { name: 'Name' }).fill('Old phone')
  await naming.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Remove Old phone' }).click()
  const removing = page.getByRole('dialog', { name: 'Remove this passkey?' })
  await removing.getByLabel('Your password').fill('not this one at all')
  await removing.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(removing.getByText('That password is incorrect.')).toBeVisible()
  await removing.getByLabel('Your password').fill(PASSWORD)
  await removing.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('None yet.')).toBeVisible()
  await signOut(page)

  // The device still has the passkey, but the site rejects it.
  await page.goto('/sign-in')
  await passkeyButton(page).click()
  await expect(page.getByText('That passkey does not belong to an account.')).toBeVisible()
})

test('ADM-LOGIN an administrator signs in to the Admin Login dialog with a passkey', NIGHTLY, async ({ page }) => {
  const username = unique('porter')
  const calls = await keeper(localhostUrl())
  const data = { username, password: PASSWORD, email: `${username}@example.org`, isAdmin: true }
  expect((await calls.post('/api/users', { data })).status()).toBe(201)
  await calls.dispose()
  await addVirtualAuthenticator(page)
  const dashboard = header(page).getByRole('link', { name: 'Admin Dashboard' })
  await submitAdminLogin(page, username, PASSWORD)
  await expect(dashboard).toBeVisible()
  await addPasskey(page, 'The office key')
  await signOut(page)
  await expect(dashboard).toHaveCount(0)

  await page.goto('/about')
  await page.getByRole('button', { name: 'Admin Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Admin Login' })
  await expect(dialog.getByLabel('Username')).toBeFocused()
  await passkeyButton(page).click()
  await expect(page.getByText('Welcome to the admin dashboard').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  await dashboard.click()
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible()
})

test('a cancelled passkey prompt shows no error', NIGHTLY, async ({ page }) => {
  await page.addInitScript(() => {
    navigator.credentials.get = () => {
      document.documentElement.dataset['asked'] = 'yes'
      return Promise.reject(new DOMException('Closed', 'NotAllowedError'))
    }
  })
  await page.goto('/sign-in')
  await passkeyButton(page).click()
  await expect(page.locator(':root[data-asked]')).toBeAttached()
  await expect(passkeyButton(page)).toBeEnabled()
  await waitUntilSettled(page)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the sign-in and account pages do not offer passkeys without a secure context', NIGHTLY, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
  await signUp(page, unique('dai'))
  await page.goto('/account?tab=security')
  await expect(page.getByRole('heading', { name: 'Password', exact: true })).toBeVisible()
  await expect(page.getByText('None yet.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(passkeyButton(page)).toHaveCount(0)
})
