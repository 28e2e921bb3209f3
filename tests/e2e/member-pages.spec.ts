/** Shared pages as a member sees them: at first paint, before and after hydration, and without JavaScript. */
import type { Page } from '@playwright/test'
import { shiftOf, watchShifts } from './layout-shift.ts'
import { signUp, unique } from './people.ts'
import { expect, test, waitForHydration } from './site.ts'
import { NIGHTLY } from './nightly.ts'

const PAGES = [
  '/',
  '/forum',
  '/forum/2',
  '/products',
  '/products/hearthstone-keep-10?tab=reviews',
  '/articles/winter-range',
  '/about',
  '/user/2',
]

const banner = (page: Page) => page.getByRole('banner')

/** Holds the scripts back. @returns a function that releases them */
async function holdScripts(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

const idOf = async (page: Page) => ((await (await page.request.get('/api/session')).json()) as { user: { id: number } }).user.id

/** Returns text, colour and position of the visible header elements. */
const headerOf = (page: Page) =>
  banner(page).evaluate((header) =>
    [...header.querySelectorAll<HTMLElement>('a, button, input, [data-part=avatar]')]
      .filter((part) => part.checkVisibility())
      .map((part) => [part.innerText, part.dataset['colour'], ...Object.values(part.getBoundingClientRect().toJSON() as object)]),
  )

test('hydration for a member causes no layout shift and no console message', NIGHTLY, async ({ page }) => {
  await signUp(page, unique('looker'))
  const id = await idOf(page)
  await watchShifts(page)
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of [...PAGES, `/user/${id}`]) {
      await page.goto(path)
      await expect(page.locator('a[href="/account"]').first()).toBeAttached()
      expect(await shiftOf(page), `${path} at ${width} px`).toBeLessThan(0.01)
    }
  }
})

test('a hydrated page shows the member’s name and votes', async ({ page }) => {
  const name = unique('owner')
  await signUp(page, name)
  await page.goto('/')
  await expect(page.getByText(`Welcome back, ${name}.`)).toBeVisible()
  await page.goto('/forum/2')
  await expect(page.getByText(`You post as ${name}.`)).toBeVisible()
  const helpful = page.getByRole('button', { name: /^Helpful/ }).first()
  await helpful.click()
  await expect(helpful).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(helpful).toHaveAttribute('aria-pressed', 'true')
})

test.describe('when the session ends in another tab', () => {
  // The page may open its live updates before it notices.
  test.use({ expectedInConsole: /status of 401/ })
  test('the header updates, also after going back', async ({ page }) => {
    await signUp(page, unique('leaver'))
    await page.goto('/about')
    await page.goto('/products')
    await expect(banner(page).getByRole('link', { name: 'Your account' })).toBeVisible()
    const other = waitForHydration(await page.context().newPage())
    await other.goto('/account')
    await other.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(banner(page).getByRole('link', { name: 'Sign in' })).toBeVisible()
    await page.goBack()
    await expect(banner(page).getByRole('link', { name: 'Sign in' })).toBeVisible()
    await expect(banner(page).getByRole('link', { name: 'Your account' })).toHaveCount(0)
  })
})

test('a manipulated member cookie is shown as text and corrected from the session', async ({ page, context, baseURL }) => {
  await signUp(page, unique('own'))
  const name = '"><img src=x onerror=alert(1)>'
  const hint = { id: 7, name, avatar: 'javascript:alert(1)', role: 'admin', unread: 'many' }
  const value = encodeURIComponent(JSON.stringify(hint))
  await context.addCookies([{ name: 'member', value, url: baseURL ?? '', httpOnly: false }])
  const session = Promise.withResolvers<void>()
  await page.route('/api/session', async (route) => {
    await session.promise
    await route.continue()
  })
  await page.addInitScript(() => localStorage.setItem('isAdmin', 'true'))
  const opening = page.goto('/about')
  await expect(banner(page).locator('[data-part=avatar]')).toHaveText('IM')
  await expect(banner(page).getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
  expect(await banner(page).locator('img').count()).toBe(0)
  session.resolve()
  await opening
  await expect(banner(page).getByRole('button', { name: 'Admin Login' })).toBeVisible()
  await expect(banner(page).locator('[data-part=avatar]')).toHaveText('OW')
  const corrected = (await context.cookies()).find((cookie) => cookie.name === 'member')
  expect(decodeURIComponent(corrected?.value ?? '')).toContain('"role":"member"')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('a member sees the visitors’ page with account and sign-out links', async ({ page }) => {
    const name = unique('plain')
    await signUp(page, name)
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Sign Up Free' })).toBeVisible()
    await banner(page).getByRole('link', { name: 'Account', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.goto('/forum/2')
    await banner(page).getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/$/)
    await page.goto('/account')
    await expect(page).toHaveURL(/\/sign-in$/)
  })
})

test('a vote stays pressed when the own votes arrive after it', async ({ page }) => {
  await signUp(page, unique('slow'))
  const held: (() => void)[] = []
  await page.route(/\/api\/votes\/mine/, async (route) => {
    const response = await route.fetch()
    if (held.length === 0) await new Promise<void>((resolve) => held.push(resolve))
    await route.fulfill({ response })
  })
  await page.goto('/forum/3')
  await expect.poll(() => held.length).toBe(1)
  const button = page.getByRole('button', { name: /^Helpful/ }).first()
  const sent = page.waitForResponse((response) => response.url().endsWith('/api/votes'))
  await button.click()
  await sent
  const later = page.waitForResponse((response) => response.url().includes('/api/votes/mine'))
  held[0]?.()
  await later
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test.describe('before hydration', () => {
  test.use({ waitsForAlive: false })
  test('the header shows the member from the first paint and looks the same after hydration', async ({ page }) => {
    await signUp(page, unique('early'))
    const id = await idOf(page)
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const release = await holdScripts(page)
      await page.goto(`/user/${id}`)
      const before = await headerOf(page)
      await expect(banner(page).getByRole('link', { name: /notification/i })).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: 'Your account' })).toBeVisible()
      await expect(banner(page).locator(`a[href="/user/${id}"]`)).toHaveCount(1)
      release()
      await page.locator(':root[data-hydrated]').waitFor({ state: 'attached' })
      expect(await headerOf(page)).toEqual(before)
      await page.unroute(/\/assets\/.*\.js$/)
    }
  })

  test('a member does not see the note for guests while the session loads', async ({ page }) => {
    const name = unique('waiter')
    await signUp(page, name)
    const release = await holdScripts(page)
    await page.goto('/forum/2')
    const note = page.getByText('You post as a guest.')
    await expect(note).toBeAttached()
    await expect(note).toBeHidden()
    release()
    await expect(page.getByText(`You post as ${name}.`)).toBeVisible()
    await expect(note).toHaveCount(0)
  })

  test('a vote pressed before hydration is counted', async ({ page }) => {
    await signUp(page, unique('early'))
    const release = await holdScripts(page)
    await page.goto('/forum/3')
    const button = page.getByRole('button', { name: /^Helpful/ }).first()
    await button.click()
    await page.getByRole('textbox', { name: 'Your reply' }).fill('Typed before anything was there.')
    release()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('textbox', { name: 'Your reply' })).toHaveValue('Typed before anything was there.')
    await expect(page.getByText('to vote.')).toHaveCount(0)
  })
})
