/** Account security: password reset, email confirmation, one-time codes, and sessions in several browsers. */
import type { Page } from '@playwright/test'
import { expectSignedOut } from './expect-gone.ts'
import { submitAdminLogin, submitSignIn, CODE_WRONG, keeper, otherBrowser, PASSWORD, setUpCodes, signUp, unique } from './people.ts'
import { expect, test } from './site.ts'
import { NIGHTLY } from './nightly.ts'

test.use({ expectedInConsole: /status of (400|401|403)/ })

const NEW_PASSWORD = 'eight-quick-otters'

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL(/\/$/)
  await expectSignedOut(page)
}

test('a forgotten password is reset by the mailed link, which works only once', NIGHTLY, async ({ page, browser }) => {
  const name = unique('rhys')
  const email = `${name}@example.org`
  const elsewhere = await otherBrowser(browser)
  await signUp(elsewhere, name)

  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Forgotten password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgotten password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`If there is an account with ${email}`)).toBeVisible()

  const administrator = await keeper()
  const mails = (await (await administrator.get('/api/admin/mail?perPage=100')).json()) as { to: string; body: string }[]
  const letters = mails.filter(({ to, body }) => to === email && body.includes('/reset-password#'))
  expect(letters).toHaveLength(1)
  const link = /http\S+(\/reset-password#[\w-]+)/.exec(letters[0]?.body ?? '')?.[1] ?? ''
  expect(link).not.toBe('')

  await page.goto(link)
  const field = page.getByRole('textbox', { name: 'New password' })
  const set = page.getByRole('button', { name: 'Set new password' })
  await field.fill('too short')
  await expect(page.getByText('1 more character needed')).toBeVisible()
  await set.click()
  await expect(page.getByText('Password must be at least 10 characters')).toBeVisible()
  await field.fill(NEW_PASSWORD)
  await set.click()
  const isSet = page.getByText('Your new password is set. Sign in with it.')
  await expect(isSet).toBeVisible()
  await page.reload()
  await expect(isSet).toBeVisible()

  // A reset ends every session of the account.
  await elsewhere.goto('/account')
  await expect(elsewhere).toHaveURL(/\/sign-in$/)
  await elsewhere.context().close()

  const form = page.getByRole('form', { name: 'Sign in' })
  await submitSignIn(page, name, PASSWORD)
  await expect(form.getByText('Invalid username or password')).toBeVisible()
  await form.getByRole('textbox', { name: 'Password' }).fill(NEW_PASSWORD)
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/account$/)
  await signOut(page)

  await page.goto(link)
  await field.fill('nine-waitForHydration-badgers')
  await set.click()
  await expect(page.getByText('This link does not work')).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgotten password')
  await administrator.dispose()
})

test('an email address is confirmed by its mailed link in another browser', NIGHTLY, async ({ page, browser }) => {
  const name = unique('mair')
  const email = `${name}@example.org`
  await signUp(page, name)
  await page.goto('/account')
  const notice = page.getByText('Your email address is not confirmed yet')
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: 'Send the email again' }).click()
  await expect(page.getByText('Email sent', { exact: true })).toBeVisible()

  const administrator = await keeper()
  const mails = (await (await administrator.get('/api/admin/mail?perPage=100')).json()) as { to: string; body: string }[]
  const links = mails.filter(({ to }) => to === email).map(({ body }) => /http\S+(\/confirm-email#[\w-]+)/.exec(body)?.[1] ?? '')
  expect(links).toHaveLength(2)
  await administrator.dispose()

  const elsewhere = await otherBrowser(browser)
  await elsewhere.goto(links[0] ?? '')
  await expect(elsewhere.getByText(`Is "${name}" your account?`)).toBeVisible()
  const password = elsewhere.getByRole('textbox', { name: `Password of ${name}` })
  await password.fill('not this one at all')
  await elsewhere.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(elsewhere.getByText('That password is incorrect.')).toBeVisible()
  await password.fill(PASSWORD)
  await elsewhere.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(elsewhere.getByText(`We will send your email to ${email} from now on.`)).toBeVisible()
  await elsewhere.goto('/')
  await elsewhere.goto(links[1] ?? '')
  await expect(elsewhere.getByText('This link does not work')).toBeVisible()
  await elsewhere.context().close()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(notice).toHaveCount(0)
})

test('the owner of an email address takes over an account that an attacker created with it', NIGHTLY, async ({ page, browser }) => {
  const name = unique('cadi')
  const email = `${name}@example.org`
  const attacker = await otherBrowser(browser)
  await signUp(attacker, name)
  const administrator = await keeper()
  const mails = (await (await administrator.get('/api/admin/mail?perPage=100')).json()) as { to: string; body: string }[]
  const [link = ''] = mails.filter(({ to }) => to === email).map(({ body }) => /http\S+(\/confirm-email#[\w-]+)/.exec(body)?.[1] ?? '')
  await administrator.dispose()

  await page.goto(link)
  await expect(page.getByText(`The email address ${email} was entered for the account`)).toBeVisible()
  await page.getByRole('button', { name: 'Set a new password instead' }).click()
  await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set password and confirm' }).click()
  await expect(page.getByText('Your new password is set. Sign in with it.')).toBeVisible()
  await attacker.goto('/account')
  await expect(attacker).toHaveURL(/\/sign-in$/)
  await attacker.context().close()
  await submitSignIn(page, email, NEW_PASSWORD)
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByLabel('Display name')).toBeVisible()
  await expect(page.getByText('Your email address is not confirmed yet')).toHaveCount(0)
})

test('a member uploads a profile picture, sees it and removes it', NIGHTLY, async ({ page }) => {
  await signUp(page, unique('erin'))
  await page.goto('/account')
  const buffer = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const picker = page.getByLabel('Picture')
  await picker.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(page.getByText('Please choose a JPEG, PNG, WebP or AVIF picture.')).toBeVisible()
  await picker.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await page.getByRole('dialog', { name: 'Crop your picture' }).getByRole('button', { name: 'Save picture' }).click()
  await expect(page.getByText('Picture saved', { exact: true })).toBeVisible()
  await expect(page.locator('main [data-part="avatar"] img').first()).toHaveAttribute('src', /^\/uploads\//)
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByText('Picture removed', { exact: true })).toBeVisible()
})

test('a member sets up one-time codes, signs in with a recovery code once, and turns the codes off', NIGHTLY, async ({ page }) => {
  const name = unique('nia')
  await signUp(page, name)
  const { code, recoveryCodes } = await setUpCodes(page)
  const [recovery = ''] = recoveryCodes
  await signOut(page)

  const field = page.getByLabel('One-time code')
  const send = page.getByRole('form', { name: 'Sign in' }).getByRole('button', { name: 'Sign in', exact: true })
  await submitSignIn(page, name, PASSWORD)
  await expect(field).toBeFocused()
  await send.click()
  await expect(page.getByText('Please enter the six digits, or a recovery code')).toBeVisible()
  await field.fill(code(-9))
  await send.click()
  await expect(page.getByText(CODE_WRONG)).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill(code(1))
  await send.click()
  await expect(page).toHaveURL(/\/account$/)
  await signOut(page)

  await submitSignIn(page, name, PASSWORD)
  await field.fill(recovery)
  await send.click()
  await expect(page).toHaveURL(/\/account$/)
  await page.getByRole('tab', { name: 'Security' }).click()
  await expect(page.getByText('You have 9 recovery codes left.')).toBeVisible()
  await signOut(page)

  await submitSignIn(page, name, PASSWORD)
  await field.fill(recovery)
  await send.click()
  await expect(page.getByText(CODE_WRONG)).toBeVisible()
  // As typed from a printout: upper case, with spaces.
  await field.fill((recoveryCodes[1] ?? '').toUpperCase().replaceAll('-', ' '))
  await send.click()
  await expect(page).toHaveURL(/\/account$/)

  await page.getByRole('tab', { name: 'Security' }).click()
  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('form', { name: 'Switch off' }).getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByRole('button', { name: 'Set up one-time codes' })).toBeVisible()
  await signOut(page)
  await submitSignIn(page, name, PASSWORD)
  await expect(page).toHaveURL(/\/account$/)
})

test('ADM-LOGIN the admin login dialog asks for a one-time code if the administrator has set up codes', NIGHTLY, async ({ page }) => {
  const username = unique('warden')
  const calls = await keeper()
  const data = { username, password: PASSWORD, email: `${username}@example.org`, isAdmin: true }
  expect((await calls.post('/api/users', { data })).status()).toBe(201)
  await calls.dispose()

  const dashboard = page.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' })
  await submitAdminLogin(page, username, PASSWORD)
  await expect(dashboard).toBeVisible()
  const { code, recoveryCodes } = await setUpCodes(page)
  await signOut(page)
  await expect(dashboard).toHaveCount(0)

  const dialog = await submitAdminLogin(page, username, PASSWORD)
  const field = dialog.getByLabel('One-time code')
  const login = dialog.getByRole('button', { name: 'Login' })
  await expect(field).toBeFocused()
  await expect(page.getByText('Login failed')).toHaveCount(0)
  await field.fill(code(-9))
  await login.click()
  await expect(page.getByText('Login failed').first()).toBeVisible()
  await expect(page.getByText(CODE_WRONG).first()).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill(code(1))
  await login.click()
  await expect(page.getByText('Welcome to the admin dashboard').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  await dashboard.click()
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/$/)

  await submitAdminLogin(page, username, PASSWORD)
  await field.fill(recoveryCodes[0] ?? '')
  await login.click()
  await expect(dashboard).toBeVisible()
  await signOutFromAccount(page)
  await submitAdminLogin(page, username, PASSWORD)
  await field.fill(recoveryCodes[0] ?? '')
  await login.click()
  await expect(page.getByText(CODE_WRONG).first()).toBeVisible()
  expect((await page.request.get('/api/me')).status()).toBe(401)
})

const signOutFromAccount = async (page: Page) => {
  await page.goto('/account')
  await signOut(page)
}

test('a member ends the session of another browser, and all sessions by signing out everywhere', NIGHTLY, async ({ page, browser }) => {
  const name = unique('tegan')
  await signUp(page, name)
  const phone = await otherBrowser(browser)
  await submitSignIn(phone, name, PASSWORD)
  await expect(phone).toHaveURL(/\/account$/)

  await page.goto('/account?tab=sessions')
  const sessions = page.getByRole('list', { name: 'Where you are signed in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByText('This browser')).toHaveCount(1)
  const end = sessions.getByRole('button', { name: /^End the session of / })
  await expect(end).toHaveCount(1)
  await end.click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions).toBeFocused()
  expect((await page.request.get('/api/me')).status()).toBe(200)
  expect((await phone.request.get('/api/me')).status()).toBe(401)

  // The open page in the other browser is signed out at its next API call, and the entered text is saved.
  await phone.getByLabel('Display name').fill('Tegan Vale')
  await phone.getByRole('button', { name: 'Save profile' }).click()
  const ended = phone.getByRole('alert').filter({ hasText: 'You have been signed out. Sign in again; your text is saved.' })
  await ended.getByRole('link', { name: 'Sign in' }).click()
  await expect(phone).toHaveURL(/\/sign-in$/)
  await expectSignedOut(phone)

  await submitSignIn(phone, name, PASSWORD)
  await expect(phone).toHaveURL(/\/account$/)
  await page.reload()
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText('All your sessions have ended.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expectSignedOut(page)
  for (const one of [page, phone]) {
    expect((await one.request.get('/api/me')).status()).toBe(401)
    await one.goto('/account')
    await expect(one).toHaveURL(/\/sign-in$/)
  }
  await phone.context().close()
})
