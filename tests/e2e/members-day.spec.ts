/** A member's day: sign up, write and vote under one's own name, keep the account in order, leave. */
import type { Browser, Page } from '@playwright/test'
import { TOTP, Secret } from 'otpauth'
import { expect, test, url } from './site.ts'

const PASSWORD = 'seven-slow-herons'
const unique = (name: string) => `${name}_${crypto.randomUUID().slice(0, 8)}`
const refused = /status of 4(00|01|03|09|29)/

async function signUp(page: Page, username: string) {
  await page.goto('/sign-up')
  const form = page.getByRole('form', { name: 'Sign up free' })
  await form.getByLabel('Username').fill(username)
  await form.getByLabel('Email').fill(`${username}@example.org`)
  await form.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await form.getByRole('button', { name: 'Sign Up Free' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Your account' })).toBeVisible()
}

let neighbours = 0
/** Another person at another address. */
async function otherBrowser(browser: Browser): Promise<Page> {
  neighbours += 1
  const address = { 'x-forwarded-for': `10.9.${process.pid & 255}.${neighbours}` }
  return (await browser.newContext({ baseURL: url(), extraHTTPHeaders: address, locale: 'en-GB' })).newPage()
}

test('CON-04 CON-05 FORUM-18 FORUM-39 two members talk, each under their own name everywhere', async ({ page, browser }) => {
  const [ivy, tom] = [unique('ivy'), unique('tom')]
  const second = await otherBrowser(browser)
  await signUp(page, ivy)
  await signUp(second, tom)

  const title = `Is a slate roof in the way? ${crypto.randomUUID().slice(0, 8)}`
  await page.goto('/forum')
  await page.getByRole('button', { name: 'Start New Topic' }).click()
  const form = page.getByRole('form', { name: 'Your new topic' })
  await expect(page.getByText(`You post as ${ivy}.`)).toBeVisible()
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Content').fill('Ours is from 1890.')
  await form.getByRole('button', { name: 'Post Topic' }).click()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) })
  await expect(row.getByText(ivy)).toBeVisible()
  await row.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('group', { name: 'Was this helpful?' })).toHaveCount(0)

  await second.goto(page.url())
  await expect(second.getByRole('article').getByRole('link', { name: ivy }).first()).toBeVisible()
  await second.getByLabel('Your reply').fill('No. Ask for hooks that need no holes.')
  await second.getByRole('button', { name: 'Post Reply' }).click()
  await expect(second.getByText('Your reply is posted.')).toBeVisible()
  await expect(second.locator('.reply').last().getByRole('link', { name: tom })).toBeVisible()
  const votes = second.getByRole('group', { name: 'Was this helpful?' })
  await expect(votes).toHaveCount(1)
  const up = votes.getByRole('button', { name: /^Helpful/ })
  await up.click()
  await expect(up).toHaveAttribute('aria-pressed', 'true')
  await expect(up).toHaveText('Helpful, 1 vote')
  await second.reload()
  await expect(up).toHaveAttribute('aria-pressed', 'true')
  await up.click()
  await expect(up).toHaveText('Helpful, 0 votes')

  await page.goto('/account')
  await page.getByLabel('Display name').fill('Ivy Brook')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ivy Brook')
  await second.reload()
  await expect(second.getByRole('article').getByRole('link', { name: 'Ivy Brook' }).first()).toBeVisible()
  await second.context().close()
})

test('HDR-06 the profile in the menu is one’s own', async ({ page }) => {
  await page.goto('/')
  const profile = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' })
  await expect(profile).toHaveAttribute('href', '/user/1')
  const name = unique('uma')
  await signUp(page, name)
  await expect(profile).not.toHaveAttribute('href', '/user/1')
  await profile.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.getByRole('main').getByRole('link', { name: 'Your account' }).click()
  await expect(page).toHaveURL(/\/account$/)
})

test('a visitor comes back to where they wanted to vote', async ({ page, browser }) => {
  const name = unique('vera')
  const other = await otherBrowser(browser)
  await signUp(other, name)
  await other.context().close()
  await page.goto('/forum/2')
  await page.getByRole('group', { name: 'Was this helpful?' }).first().getByRole('button').first().click()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).first().click()
  await page.getByLabel('Username or email').fill(`${name}@example.org`)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/forum\/2$/)
  await expect(page.getByText(`You post as ${name}.`)).toBeVisible()
})

test('HOME-32 the home page leads to an account and greets whoever has one', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign Up Free' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign up free')
  const name = unique('gwil')
  await signUp(page, name)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign Up Free' })).toHaveCount(0)
})

test.describe('with refusals', () => {
  test.use({ expectedInConsole: refused })

  test('signing up says what is wrong beside the field', async ({ page }) => {
    await page.goto('/sign-up')
    const form = page.getByRole('form', { name: 'Sign up free' })
    const send = form.getByRole('button', { name: 'Sign Up Free' })
    await form.getByLabel('Username').fill('x')
    await send.click()
    await expect(form.getByText('Username must be at least 3 characters')).toBeVisible()
    await expect(form.getByText('Please enter a valid email address')).toBeVisible()
    await expect(form.getByText('Password must be at least 10 characters')).toBeVisible()
    await expect(form.getByLabel('Username')).toBeFocused()
    await form.getByLabel('Username').fill('keeper')
    await form.getByLabel('Email').fill(`${unique('x')}@example.org`)
    await form.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await send.click()
    await expect(form.getByText(/username is taken/)).toBeVisible()
  })

  test('one-time codes: set up, asked for, and the recovery code', async ({ page }) => {
    const name = unique('nia')
    await signUp(page, name)
    await page.goto('/account?tab=security')
    await page.getByRole('button', { name: 'Set up one-time codes' }).click()
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Go on' }).click()
    const secret = ((await page.locator('.factor-picture code').textContent()) ?? '').replaceAll(' ', '')
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await page.getByRole('textbox', { name: 'First code' }).fill(code)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Keep these recovery codes')).toBeVisible()
    const [recovery = ''] = await page.locator('.recovery code').allTextContents()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page).toHaveURL(/\/$/)

    await page.goto('/sign-in')
    await page.getByLabel('Username or email').fill(name)
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByLabel('One-time code')).toBeFocused()
    await page.getByLabel('One-time code').fill(recovery)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/account$/)
  })

  test('leaving: the data goes along, the account closes, the profile is gone', async ({ page }) => {
    await signUp(page, unique('olwen'))
    const profile = await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).getAttribute('href')
    await page.goto('/account?tab=data')
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download my data' }).click()])
    expect(file.suggestedFilename()).toMatch(/\.json$/)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const window = page.getByRole('dialog')
    await window.getByLabel('Your password').fill('not this one')
    await window.getByRole('button', { name: 'Delete my account' }).click()
    await expect(window.getByText(/not right/)).toBeVisible()
    await window.getByLabel('Your password').fill(PASSWORD)
    await window.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
    await page.goto('/account')
    await expect(page).toHaveURL(/\/sign-in$/)
    const answer = await page.request.get(profile ?? '')
    expect(answer.status()).toBe(404)
    expect(await answer.text()).toContain('User not found')
  })

  test('ADM-LOGIN-01..10 HDR-10..12 TOAST-17..19 CONST-25 the administrator’s dialog', async ({ page }) => {
    await page.goto('/about')
    const open = page.getByRole('button', { name: 'Admin Login' })
    await expect(page.getByRole('link', { name: 'Admin Dashboard' })).toHaveCount(0)
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Admin Login' })
    const login = dialog.getByRole('button', { name: 'Login' })
    await expect(dialog.getByLabel('Username')).toBeFocused()
    await login.click()
    await expect(dialog.getByText('Username is required')).toBeVisible()
    await expect(dialog.getByText('Password is required')).toBeVisible()
    await dialog.getByLabel('Username').fill('keeper')
    await dialog.getByRole('textbox', { name: 'Password' }).fill('wrong')
    await login.click()
    await expect(page.getByText('Invalid username or password').first()).toBeVisible()
    await expect(page.getByText('Login failed').first()).toBeVisible()
    await page.route('**/api/admin/login', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '120' }, json: { message: 'Wait.', code: 'auth.wait' } }),
    )
    await login.click()
    await expect(page.getByText('An error occurred during login').first()).toBeVisible()
    await expect(dialog.getByText('Please try again in 2 minutes.')).toBeVisible()
    await page.unroute('**/api/admin/login')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(open).toBeFocused()

    await page.route('**/api/admin/login', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await open.click()
    await dialog.getByLabel('Username').fill('keeper')
    await dialog.getByRole('textbox', { name: 'Password' }).fill(process.env['E2E_ADMIN_PASSWORD'] ?? '')
    await login.click()
    await expect(dialog.getByRole('button', { name: 'Logging in...' })).toBeVisible()
    await expect(page.getByText('Welcome to the admin dashboard').first()).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' })).toHaveAttribute('href', '/admin')
    await expect(open).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('isAdmin'))).toBe('true')
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
    await page.evaluate(() => localStorage.setItem('isAdmin', 'yes'))
    await page.reload()
    await expect(open).toBeVisible()
  })
})
