/** Member workflows: sign up, post, vote, edit the account, delete it. */
import { holdResponse } from './hold-response.ts'
import { otherBrowser, PASSWORD, signUp, signUpByForm, unique } from './people.ts'
import { expect, test } from './site.ts'
import { NIGHTLY } from './nightly.ts'

const REJECTED = /status of 4(00|01|03|09|29)/

test('CON-04 CON-05 FORUM-18 FORUM-39 posts and votes of two members are shown under their own names', async ({ page, browser }) => {
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
  await expect(page.getByText(`You post as ${ivy}.`)).toBeVisible()
  await expect(page.getByRole('group', { name: 'Was this helpful?' })).toHaveCount(0)

  await second.goto(page.url())
  await expect(second.getByRole('article').getByRole('link', { name: ivy }).first()).toBeVisible()
  await second.getByLabel('Your reply').fill('No. Ask for hooks that need no holes.')
  await second.getByRole('button', { name: 'Post Reply' }).click()
  await expect(second.getByText('Your reply is posted.')).toBeVisible()
  await expect(second.locator('li[id^="reply-"]').last().getByRole('link', { name: tom, exact: true })).toBeVisible()
  const votes = second.getByRole('group', { name: 'Was this helpful?' })
  await expect(votes).toHaveCount(1)
  const up = votes.getByRole('button', { name: /^Helpful/ })
  // The button shows the vote before the response arrives.
  const counted = second.waitForResponse((response) => response.url().endsWith('/api/votes'))
  await up.click()
  await expect(up).toHaveAttribute('aria-pressed', 'true')
  await expect(up).toHaveText('Helpful, 1 vote')
  await counted
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

test('HDR-06 the Profile link of the menu leads to the member’s own profile', async ({ page }) => {
  await page.goto('/')
  const profile = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' })
  await expect(profile).toHaveAttribute('href', '/user/1')
  const name = unique('uma')
  await signUpByForm(page, name)
  await expect(profile).not.toHaveAttribute('href', '/user/1')
  await profile.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.getByRole('main').getByRole('link', { name: 'Your account' }).click()
  await expect(page).toHaveURL(/\/account$/)
})

test('a visitor returns to the topic after signing in to vote', async ({ page, browser }) => {
  const name = unique('vera')
  const other = await otherBrowser(browser)
  await signUp(other, name)
  await other.context().close()
  await page.goto('/forum/2')
  await page.getByRole('group', { name: 'Was this helpful?' }).first().getByRole('button').first().click()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).first().click()
  await page.getByLabel('Username or email').fill(`${name}@example.org`)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/forum\/2$/)
  await expect(page.getByText(`You post as ${name}.`)).toBeVisible()
})

test('HOME-32 the home page offers sign-up to visitors and greets members', NIGHTLY, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign Up Free' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign up free')
  const name = unique('gwil')
  await signUpByForm(page, name)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign Up Free' })).toHaveCount(0)
})

test.describe('with rejected requests', () => {
  test.use({ expectedInConsole: REJECTED })

  test('the sign-up form reports errors at their fields', async ({ page }) => {
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

  test('a member downloads their data and deletes the account, after which the profile returns 404', async ({ page }) => {
    await signUpByForm(page, unique('olwen'))
    const profile = await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).getAttribute('href')
    await page.goto('/account?tab=data')
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download my data' }).click()])
    expect(file.suggestedFilename()).toMatch(/\.json$/)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your password').fill('not this one')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await expect(dialog.getByText('That password is incorrect.')).toBeVisible()
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
    await page.goto('/account')
    await expect(page).toHaveURL(/\/sign-in$/)
    const response = await page.request.get(profile ?? '')
    expect(response.status()).toBe(404)
    expect(await response.text()).toContain('User not found')
  })

  test(
    'ADM-LOGIN-01..10 HDR-10..12 TOAST-17..19 CONST-25 the admin login dialog reports errors and signs in',
    NIGHTLY,
    async ({ page }) => {
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

      const release = await holdResponse(page, '**/api/admin/login')
      await open.click()
      await dialog.getByLabel('Username').fill('keeper')
      await dialog.getByRole('textbox', { name: 'Password' }).fill(process.env['E2E_ADMIN_PASSWORD'] ?? '')
      await login.click()
      await expect(dialog.getByRole('button', { name: 'Logging in...' })).toBeVisible()
      release()
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
    },
  )
})
