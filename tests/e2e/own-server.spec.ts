/** What changes a whole site, or waits for its jobs: on a server that no other test looks at. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { holdResponse } from './hold-response.ts'
import { submitAdminLogin, submitSignIn, keeper, otherBrowser, PASSWORD, setUpCodes } from './people.ts'
import { test } from './own-site.ts'
import { expect } from './site.ts'
import { NIGHTLY } from './nightly.ts'

test.use({ expectedInConsole: /status of (400|401|403|404)/ })

const adminPassword = () => process.env['E2E_ADMIN_PASSWORD'] ?? ''
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' }).first()

async function logIn(page: Page): Promise<void> {
  await submitAdminLogin(page, 'keeper', adminPassword())
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
}

/** Turns one switch of the settings and saves. */
async function turn(page: Page, label: string, on: boolean): Promise<void> {
  await page.goto('/admin/settings')
  const one = page.getByRole('switch', { name: label, exact: true })
  await expect(one).toBeChecked({ checked: !on })
  await one.setChecked(on)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Settings saved').first()).toBeVisible()
}

test('a feature turned off returns 404 and leaves the menu; turned on, it is back', NIGHTLY, async ({ page, browser, own }) => {
  const visitor = await otherBrowser(browser, own.url)
  await visitor.goto('/')
  await expect(menu(visitor).getByRole('link', { name: 'Forum' })).toBeVisible()
  const topic = await visitor.request.get('/forum/1')
  expect(topic.status()).toBe(200)

  await logIn(page)
  await turn(page, 'Forums', false)
  for (const address of ['/forum', '/forum/1', '/api/forums', '/api/forums/1', '/api/forums/popular'])
    expect([address, (await visitor.request.get(address)).status()]).toEqual([address, 404])
  const refused = await visitor.request.post('/api/forums', { data: { title: 'Is this on?', content: 'It is not.', categoryId: 1 } })
  expect(refused.status()).toBe(404)
  await visitor.goto('/')
  await expect(menu(visitor).getByRole('link', { name: 'Products' })).toBeVisible()
  await expect(menu(visitor).getByRole('link', { name: 'Forum' })).toHaveCount(0)
  await expect(visitor.locator('a[href^="/forum"]')).toHaveCount(0)
  await visitor.goto('/forum')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  expect(await (await visitor.request.get('/sitemap.xml')).text()).not.toContain('/forum')

  await turn(page, 'Forums', true)
  await visitor.goto('/forum/1')
  await expect(menu(visitor).getByRole('link', { name: 'Forum' })).toBeVisible()
  expect((await visitor.request.get('/api/forums')).status()).toBe(200)
  await visitor.context().close()
})

test('input typed into the settings while a save is pending is preserved, and restored after leaving the page', async ({ page }) => {
  await logIn(page)
  await page.goto('/admin/settings')
  const tagline = page.getByLabel('Tagline')
  const before = await tagline.inputValue()
  await tagline.fill('First words')
  const release = await holdResponse(page, '**/api/admin/settings')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await tagline.fill('Second words')
  release()
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
  await expect(tagline).toHaveValue('Second words')
  await page
    .getByRole('link', { name: 'Members' })
    .or(page.getByRole('link', { name: 'Users' }))
    .first()
    .click()
  await expect(page).not.toHaveURL(/settings$/)
  await page.goBack()
  await expect(tagline).toHaveValue('Second words')
  await page.getByRole('button', { name: 'Undo changes' }).click()
  await expect(tagline).toHaveValue('First words')
  await tagline.fill(before)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expect(tagline).toHaveValue(before)
})

test('the forum and review forms ask visitors to sign in while guest posting is off', NIGHTLY, async ({ page, browser, own }) => {
  const visitor = await otherBrowser(browser, own.url)
  await visitor.goto('/forum/1')
  await expect(visitor.getByLabel('Your reply')).toBeVisible()
  await logIn(page)
  await turn(page, 'Allow guests to post', false)

  await visitor.reload()
  const main = visitor.getByRole('main')
  await expect(main.getByText('Please sign in to reply')).toBeVisible()
  await expect(visitor.getByLabel('Your reply')).toHaveCount(0)
  await visitor.goto('/forum')
  await expect(main.getByText('Please sign in')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Start New Topic' })).toHaveCount(0)
  await visitor.goto('/products/hearthstone-keep-10?tab=reviews')
  await expect(main.getByText('Please sign in')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Submit Review' })).toHaveCount(0)
  const call = { data: { title: 'May I?', content: 'I may not.', categoryId: 1 } }
  expect((await visitor.request.post('/api/forums', call)).status()).toBe(401)

  await turn(page, 'Allow guests to post', true)
  await visitor.goto('/forum')
  await expect(visitor.getByRole('button', { name: 'Start New Topic' })).toBeVisible()
  await visitor.context().close()
})

test('an administrator without a required second factor is redirected to set one up', NIGHTLY, async ({ page, browser, own }) => {
  const calls = await keeper(own.url)
  const data = { username: 'warden', password: PASSWORD, email: 'warden@example.org', isAdmin: true }
  expect((await calls.post('/api/users', { data })).status()).toBe(201)

  expect((await calls.patch('/api/admin/settings', { data: { adminSecondFactor: null } })).status()).toBe(200)

  // Administrators cannot lock themselves out.
  await logIn(page)
  await page.goto('/admin/settings')
  const demand = page.getByLabel('Require a second factor for administrators')
  await expect(demand).toHaveValue('null')
  await demand.selectOption('Always')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/or you would lock yourself out/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo changes' }).click()
  await setUpCodes(page, adminPassword())
  // With the default setting it is required as soon as one administrator has a second factor.
  const warden = await otherBrowser(browser, own.url)
  await submitSignIn(warden, 'warden', PASSWORD)
  await expect(warden).toHaveURL(/\/account$/)
  for (const address of ['/admin', '/admin/products']) {
    await warden.goto(address)
    await expect(warden.getByText('Set up one-time codes under Security, or').first()).toBeVisible()
    await expect(warden).toHaveURL(/\/account\?tab=security$/)
  }
  const refused = await warden.request.get('/api/admin/settings')
  expect([refused.status(), ((await refused.json()) as { code: string }).code]).toEqual([403, 'auth.second_factor_needed'])
  await setUpCodes(warden)
  await warden.goto('/admin')
  await expect(warden.getByRole('heading', { name: 'Recent Activity' })).toBeVisible()
  await warden.context().close()

  await page.goto('/admin/settings')
  await demand.selectOption('Never')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Settings saved').first()).toBeVisible()
  expect((await calls.delete('/api/me/second-factor', { data: { password: adminPassword() } })).status()).toBe(200)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible()
  await calls.dispose()
})

test('ADM-ART a scheduled article returns 404 before its time and is public afterwards', NIGHTLY, async ({ own, page, browser }) => {
  const calls = await keeper(own.url)
  const visitor = await otherBrowser(browser, own.url)
  await logIn(page)
  const due = Date.now() + 8000
  const article = {
    title: 'Frost on the flow',
    slug: 'frost-on-the-flow',
    content: 'Keep it **lagged**.',
    categoryId: 1,
    authorName: 'Kit Marlow',
  }
  const scheduled = { ...article, status: 'scheduled', publishedAt: new Date(due).toISOString() }
  expect((await calls.post('/api/articles', { data: scheduled })).status()).toBe(201)
  await calls.dispose()
  for (const address of ['/articles/frost-on-the-flow', '/api/articles/frost-on-the-flow'])
    expect((await visitor.request.get(address)).status()).toBe(404)
  const found = () => visitor.request.get('/api/articles?search=Frost+on+the+flow').then((response) => response.headers()['x-total-count'])
  expect(await found()).toBe('0')
  await page.goto('/admin/articles')
  const row = page.getByRole('row').filter({ hasText: 'Frost on the flow' })
  await expect(row.getByText('Scheduled')).toBeVisible()
  expect(Date.now()).toBeLessThan(due)

  // The job comes by every twenty seconds.
  await expect.poll(async () => (await visitor.request.get('/articles/frost-on-the-flow')).status(), { timeout: 240_000 }).toBe(200)
  expect(Date.now()).toBeGreaterThanOrEqual(due)
  expect(await found()).toBe('1')
  await visitor.goto('/articles/frost-on-the-flow')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Frost on the flow')
  await expect(visitor.locator('strong', { hasText: 'lagged' })).toBeVisible()
  await page.reload()
  await expect(row).toHaveCount(1)
  await expect(row.getByText('Scheduled')).toHaveCount(0)
  await visitor.context().close()
})

test('ADM-PROD a picture uploaded in the product form is offered as AVIF and WebP on the product page', NIGHTLY, async ({ page }) => {
  const stripes = { create: { width: 900, height: 600, channels: 3, background: '#2d6a4f' } } as const
  const buffer = await sharp(stripes).png().toBuffer()
  await logIn(page)
  await page.goto('/admin/products')
  await page.getByRole('button', { name: 'Add Product' }).click()
  const form = page.getByRole('dialog', { name: 'Add Product' })
  await form.getByLabel('Name').fill('Pictured kettle')
  await expect(form.getByLabel('Slug')).toHaveValue('pictured-kettle')
  await form.getByLabel('Description').fill('Boils what you need and no more.')
  await form.getByLabel('Category').selectOption('4')
  await form.getByLabel('Price').fill('£42')

  const picker = form.locator('input[type=file]')
  await picker.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a picture') })
  await expect(form.getByRole('alert')).toBeVisible()
  await picker.setInputFiles({ name: 'kettle.png', mimeType: 'image/png', buffer })
  await expect(form.getByRole('alert')).toHaveCount(0)
  const alt = form.getByLabel('Alternative text')
  await expect(alt).toBeFocused()
  await expect(form.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled()
  await alt.fill('A green kettle')
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(form.getByText('900 × 600 px')).toBeVisible()
  await expect(form.getByLabel('Image URL')).toHaveValue(/^\/uploads\/[a-f0-9]+-900x600\.webp$/)
  await expect(form.getByRole('img', { name: 'A green kettle' })).toHaveJSProperty('complete', true)
  await form.getByRole('button', { name: /^(Add|Create|Save)/ }).click()
  await expect(form).toBeHidden()

  await page.goto('/products/pictured-kettle')
  const picture = page.getByRole('img', { name: 'A green kettle' }).first()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  expect(await picture.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/\.avif$/)
  const sources = page.locator('picture').filter({ has: picture }).first().locator('source')
  for (const [at, form] of (['avif', 'webp'] as const).entries()) {
    await expect(sources.nth(at)).toHaveAttribute('type', `image/${form}`)
    const set = (await sources.nth(at).getAttribute('srcset')) ?? ''
    expect(set).toMatch(new RegExp(`400\\.${form} 400w, .*800\\.${form} 800w, .*900\\.${form} 900w$`))
    for (const [address = ''] of set.split(', ').map((one) => one.split(' '))) {
      const response = await page.request.get(address)
      expect([address, response.status(), response.headers()['content-type']]).toEqual([address, 200, `image/${form}`])
    }
  }
})
