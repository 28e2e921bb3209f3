/** Keyboard use: focus order, visible focus, focus never lost, and live regions that announce once. */
import { holdResponse } from './hold-response.ts'
import { expectFocusKept, press } from './keyboard.ts'
import { otherBrowser, PASSWORD, signUp, unique } from './people.ts'
import { waitUntilSettled } from './settled.ts'
import { expect, test } from './site.ts'
import { NIGHTLY } from './nightly.ts'

test.use({ expectedInConsole: /status of (400|401|403|404|409|429)/, contextOptions: { reducedMotion: 'reduce' } })

test('the first tab stop of every page skips to the content', NIGHTLY, async ({ page }) => {
  for (const path of ['/', '/articles', '/forum/1', '/products/hearthstone-keep-10', '/sign-in', '/deploy', '/nowhere']) {
    await page.goto(path)
    await press(page, 'Tab')
    await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
    await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeInViewport()
    await press(page, 'Enter')
    await expect(page.locator('main')).toBeFocused()
    await press(page, 'Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  }
})

test('focus moves to the main content after navigation', NIGHTLY, async ({ page }) => {
  await page.goto('/')
  for (const name of ['Articles', 'Forum', 'Products', 'About']) {
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
    await link.focus()
    await press(page, 'Enter')
    await expect(page).not.toHaveURL(/\/$/)
    await expect(page.locator('main')).toBeFocused()
  }
  await page.goBack()
  await expect(page.locator('main')).toBeFocused()
})

test('the menu and the Admin Login dialog trap focus, close with Escape and return focus', async ({ page }) => {
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Admin Login' })
  await button.focus()
  await press(page, 'Enter')
  const login = page.getByRole('dialog', { name: 'Admin Login' })
  await expect(login.getByLabel('Username')).toBeFocused()
  for (let stops = 0; stops < 12; stops++) {
    await press(page, 'Tab')
    expect(await login.evaluate((box) => box.contains(document.activeElement))).toBe(true)
  }
  await press(page, 'Escape')
  await expect(login).toBeHidden()
  await expect(button).toBeFocused()

  await page.setViewportSize({ width: 360, height: 640 })
  const menu = page.getByRole('button', { name: 'Open the menu' })
  await menu.focus()
  await press(page, 'Enter')
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  await expect(sheet).toBeVisible()
  await press(page, 'Tab', 'Tab', 'Escape')
  await expect(sheet).toBeHidden()
  await expect(menu).toBeFocused()
  await press(page, 'Enter')
  await sheet.getByRole('link', { name: 'Forum' }).focus()
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\/forum$/)
  await expect(sheet).toBeHidden()
  await expectFocusKept(page)
})

test('arrow keys move between tabs and between stars, which are a radio group', NIGHTLY, async ({ page }) => {
  await page.goto('/products/hearthstone-keep-10')
  const tabs = page.getByRole('main').getByRole('tablist').first().getByRole('tab')
  await tabs.first().focus()
  await press(page, 'ArrowRight')
  await expect(tabs.nth(1)).toBeFocused()
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
  await press(page, 'End')
  await expect(tabs.last()).toBeFocused()
  await page.goto('/products/hearthstone-keep-10?tab=reviews')
  const stars = page.getByRole('radiogroup').getByRole('radio')
  await expect(stars).toHaveCount(5)
  expect(await stars.evaluateAll((all) => all.every((one) => one instanceof HTMLInputElement && one.type === 'radio'))).toBe(true)
  await stars.first().focus()
  await press(page, 'Space', 'ArrowRight', 'ArrowRight')
  await expect(page.getByRole('radio', { name: '3 stars' })).toBeChecked()
  await press(page, 'Tab')
  await expect(page.getByRole('textbox', { name: 'Review title' })).toBeFocused()
})

test('the theme toggle keeps focus when used by keyboard; an invalid form keeps focus and names its error', NIGHTLY, async ({ page }) => {
  await page.goto('/forum')
  await page.getByRole('button', { name: /^Theme: system/ }).focus()
  await press(page, 'Enter')
  await expect(page.getByRole('button', { name: /^Theme: light/ })).toBeFocused()
  await page.getByRole('button', { name: 'Start New Topic' }).focus()
  await press(page, 'Enter')
  await page.getByRole('button', { name: 'Post Topic' }).focus()
  await press(page, 'Enter')
  await expectFocusKept(page)
  const invalid = page.locator('[aria-invalid=true]').first()
  await expect(invalid).toBeVisible()
  const describedBy = (await invalid.getAttribute('aria-describedby')) ?? ''
  expect(describedBy).not.toBe('')
})

test('a submit button regains focus after the request', NIGHTLY, async ({ page }) => {
  await page.goto('/sign-in')
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Username or email').fill('nobody-here')
  await form.getByRole('textbox', { name: 'Password' }).fill('seven-slow-geese')
  const release = await holdResponse(page, '**/api/sign-in')
  await form.getByRole('button', { name: 'Sign in', exact: true }).focus()
  await press(page, 'Enter')
  await expect(form.getByRole('button', { name: /^Sign/, disabled: true })).toBeVisible()
  release()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(form.locator(':focus')).toHaveCount(1)
})

test(
  'focus is never lost while a member replies, votes, moves through the account tabs and ends a session',
  NIGHTLY,
  async ({ page, browser }) => {
    const name = unique('keys')
    await signUp(page, name)
    await page.goto('/forum/2')
    const reply = page.getByLabel('Your reply')
    await reply.focus()
    await page.keyboard.type(`We did the same last winter, ${name}.`)
    await page.getByRole('button', { name: 'Post Reply' }).focus()
    await press(page, 'Enter')
    await expect(page.getByText('Your reply is posted.')).toBeVisible()
    await expectFocusKept(page)
    const helpful = page
      .getByRole('main')
      .getByRole('button', { name: /^Helpful/ })
      .first()
    await helpful.focus()
    await press(page, 'Space')
    await expect(helpful).toHaveAttribute('aria-pressed', 'true')
    await expect(helpful).toBeFocused()

    const elsewhere = await otherBrowser(browser)
    await elsewhere.request.post('/api/sign-in', { data: { username: name, password: PASSWORD } })
    await elsewhere.context().close()
    await page.goto('/account')
    const tabs = page.getByRole('main').getByRole('tab')
    await tabs.first().focus()
    for (let index = 1; index < (await tabs.count()); index++) {
      await press(page, 'ArrowRight')
      await expect(tabs.nth(index)).toBeFocused()
    }
    await page.goto('/account?tab=sessions')
    const end = page.getByRole('button', { name: /^End the session/ })
    await expect(end).toHaveCount(1)
    await end.focus()
    await press(page, 'Enter')
    await expect(end).toHaveCount(0)
    await expectFocusKept(page)
  },
)

test('arrow keys move range sliders, next to number fields', NIGHTLY, async ({ page }) => {
  await page.goto('/products?category=electric-vehicles')
  const fold = page.getByRole('main').locator('summary').filter({ hasText: 'Filters' })
  await fold.focus()
  await press(page, 'Enter')
  const slider = page.getByRole('slider').first()
  await slider.focus()
  await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight')
  await expect(page).toHaveURL(/_min=/)
  await expect(slider).toBeFocused()
  await expect(page.getByRole('spinbutton').or(page.getByRole('textbox')).first()).toBeVisible()
})

test('result counts and toasts are announced once', NIGHTLY, async ({ page }) => {
  for (const path of ['/articles', '/forum', '/products']) {
    await page.goto(path)
    await waitUntilSettled(page)
    const box = page.getByRole('main').getByRole('searchbox').first()
    await box.fill('heat')
    await expect(page).toHaveURL(/search=heat/)
    const announced = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /\d+|no /i })
    await expect(announced).toHaveCount(1)
    await expect(box).toBeFocused()
  }
  await page.goto('/')
  await page.getByRole('button', { name: 'Subscribe' }).focus()
  await press(page, 'Enter')
  const words = page.getByText('Please enter your email address')
  await expect(words.first()).toBeVisible()
  const countLiveRegions = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]')].filter((one) =>
          one.textContent?.includes('Please enter your email address'),
        ).length,
    )
  await expect.poll(countLiveRegions).toBe(1)
  await press(page, 'F8', 'Tab')
  await press(page, 'Escape')
  await expectFocusKept(page)
})

test('the sign-in, sign-up and enquiry forms have autocomplete attributes, and passwords can be pasted', NIGHTLY, async ({ page }) => {
  for (const [path, kinds] of [
    ['/sign-in', ['username', 'current-password']],
    ['/sign-up', ['username', 'email', 'new-password']],
  ] as const) {
    await page.goto(path)
    for (const kind of kinds) await expect(page.getByRole('main').locator(`input[autocomplete~="${kind}"]`).first()).toBeVisible()
    const blockedPastes = await page
      .getByRole('main')
      .locator('input')
      .evaluateAll(
        (all) => all.filter((one) => !one.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true }))).length,
      )
    expect(blockedPastes).toBe(0)
  }
  await page.goto('/enquiry/hearthstone-keep-10')
  for (const kind of ['name', 'email', 'tel']) await expect(page.locator(`main input[autocomplete~="${kind}"]`)).toHaveCount(1)
})

test('no animation runs if the user prefers reduced motion', NIGHTLY, async ({ page }) => {
  for (const path of ['/', '/about', '/products', '/deploy']) {
    await page.goto(path)
    await waitUntilSettled(page)
    const runningAnimations = await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
    expect(runningAnimations, path).toBe(0)
  }
})

test('the footer has the same links in the same order on every page', NIGHTLY, async ({ page }) => {
  const links: string[] = []
  for (const path of ['/', '/articles', '/forum/1', '/sign-in', '/nowhere']) {
    await page.goto(path)
    links.push((await page.getByRole('contentinfo').getByRole('link').allTextContents()).join('|'))
  }
  expect(links[0]).not.toBe('')
  expect(new Set(links).size).toBe(1)
})
