/** Marks of demo content, and its replacement on a public host: a separate server whose host name resolves to this machine. */
import { createServer } from 'node:net'
import { removeData, startServer, type RunningServer } from '../support/running-server.ts'
import { expectNoAxeViolations } from './axe.ts'
import { signUp, submitAdminLogin, unique } from './people.ts'
import { waitUntilSettled } from './settled.ts'
import { expect, test as base } from './site.ts'

const HOST = 'green-street.example.org'

const findFreePort = () =>
  new Promise<string>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(String(port)))
    })
  })

const publicTest = base.extend<object, { own: RunningServer & { publicUrl: string } }>({
  own: [
    async ({}, use) => {
      const PORT = await findFreePort()
      const publicUrl = `http://${HOST}:${PORT}`
      const ADMIN_PASSWORD = process.env['E2E_ADMIN_PASSWORD'] ?? ''
      const server = await startServer({ PORT, PUBLIC_URL: publicUrl, TRUST_PROXY: 'true', ADMIN_USERNAME: 'keeper', ADMIN_PASSWORD })
      await use({ ...server, publicUrl })
      const code = await server.stop()
      removeData(server.dataDir)
      expect(code, server.output()).toBe(0)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ own }, use) => use(own.publicUrl),
  launchOptions: [
    async ({ launchOptions, own }, use) => {
      const args = [`--host-resolver-rules=MAP ${HOST} 127.0.0.1`, `--unsafely-treat-insecure-origin-as-secure=${own.publicUrl}`]
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] })
    },
    { scope: 'worker' },
  ],
})

const PATHS = [
  '/',
  '/products',
  '/products/plover-home-7?tab=reviews',
  '/forum',
  '/forum/1',
  '/user/2',
  '/articles/expert/1',
  '/articles/winter-range',
  '/search?q=charger',
  '/compare?p=plover-home-7,rookery-kerb-7',
  '/compare',
]

for (const [index, path] of PATHS.entries())
  base(`${path} shows demo chips at 360 px without overflow and axe violations`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: index % 2 ? 'dark' : 'light' })
    await page.setViewportSize({ width: 360, height: 760 })
    const chip = page.locator('[data-part=demo]').first()
    // The search index of a new server takes a few seconds.
    await expect(async () => {
      await page.goto(path)
      await expect(chip).toHaveText('Demo content', { timeout: 5_000 })
    }).toPass()
    await expect(chip).toHaveAttribute('title', /^Invented content/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expectNoAxeViolations(page, path)
  })

base('the settings say which content a removal of the demo content deletes, and which not', async ({ page }) => {
  await submitAdminLogin(page, 'keeper', process.env['E2E_ADMIN_PASSWORD'] ?? '')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
  await page.goto('/admin/settings')
  const section = page.getByRole('region', { name: 'Demo content' })
  await expect(section.getByText(/^Deleted: \d+ products, .* still marked “Demo”\.$/)).toBeVisible()
  await expect(section.getByText(/^Not deleted: /)).toContainText('except reviews of demo products and replies in demo topics')
  await expect(section).not.toContainText('everything added since')
})

base('the product picker of a new topic, and the notification about a demo topic, have demo chips', async ({ page, browser }) => {
  const member = unique('watcher')
  await signUp(page, member)
  await page.goto('/forum')
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'Start New Topic' }).click()
  const products = page.getByRole('group', { name: 'Products it is about' })
  await products.getByRole('combobox', { name: 'Find a product' }).fill('plover home')
  const option = products.getByRole('option', { name: /Plover Home 7/ })
  await expect(option.locator('[data-part=demo]')).toBeVisible()
  await option.click()
  await expect(products.getByRole('listitem').filter({ hasText: 'Plover Home 7' }).locator('[data-part=demo]')).toBeVisible()

  const other = await browser.newPage()
  await signUp(other, unique('writer'))
  const reply = { forumId: 1, content: `What do you think, @${member}?` }
  expect((await other.request.post('/api/forum-replies', { data: reply })).status()).toBe(201)
  await other.close()
  await page.goto('/notices')
  const notice = page.getByRole('listitem').filter({ hasText: 'mentioned you' })
  await expect(notice.locator('[data-part=demo]')).toBeVisible()
  await expectNoAxeViolations(page, '/notices')
})

base('the tray of products to compare shows a demo chip, the list of watches one per item', async ({ page }) => {
  await signUp(page, unique('Chips'))
  await page.goto('/products/plover-home-7')
  await page.getByRole('checkbox', { name: 'Compare Plover Home 7' }).check()
  const tray = page.getByRole('complementary', { name: 'Products to compare' })
  await expect(tray.getByText('Demo content')).toBeVisible()
  await page.reload()
  await expect(tray.getByText('Demo content')).toBeVisible()
  await page.goto('/products?category=ev-chargers')
  for (const index of [0, 2, 3])
    await page
      .getByRole('checkbox', { name: /^Compare/ })
      .nth(index)
      .check()
  await expect(tray.getByRole('listitem')).toHaveCount(4)
  await page.setViewportSize({ width: 1000, height: 700 })
  await expect(tray.getByText('Demo content')).toHaveCount(1)
  for (const item of await tray.getByRole('listitem').all()) {
    const [outer, button] = [await item.boundingBox(), await item.getByRole('button').boundingBox()]
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0) + 1)
  }
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/products/plover-home-7')
  await page.getByRole('button', { name: 'Watch', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Watching' })).toBeVisible()
  const { user } = (await (await page.request.get('/api/session')).json()) as { user: { id: number } }
  await page.goto(`/user/${user.id}?tab=watched`)
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Plover Home 7' })).toContainText('Demo content')
})

publicTest(
  'the overview of a public site offers to replace the demo content, whose example products can be made real or removed',
  async ({ page, own }) => {
    expect(own.output()).toContain('demo content is public')
    await submitAdminLogin(page, 'keeper', process.env['E2E_ADMIN_PASSWORD'] ?? '')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
    await page.goto('/admin/products')
    await expect(page.getByRole('table').locator('[data-part=demo]').first()).toBeVisible()
    await page.goto('/admin')
    const warning = page.getByRole('region', { name: 'Visitors see the demo content' })
    await expectNoAxeViolations(page, 'warning')
    await warning.getByRole('button', { name: 'Remove demo content' }).click()
    await page.keyboard.press('Escape')
    await expect(warning.getByRole('button', { name: 'Remove demo content' })).toBeFocused()

    await warning.getByRole('button', { name: 'Replace with starter content' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('36 products')
    await expectNoAxeViolations(page, 'confirmation')
    await dialog.getByLabel('To confirm, type: replace demo content').fill('replace demo content')
    await dialog.getByRole('button', { name: 'Replace with starter content' }).click()
    await expect(warning).toHaveCount(0)
    await expect(page.locator('#main')).toBeFocused()

    await page.goto('/products')
    await expect(page.getByRole('heading', { name: 'Plover Home 7' })).toBeVisible()
    await expect(page.locator('[data-part=demo]')).toHaveCount(6)
    await page.goto('/forum')
    await expect(page.getByRole('link', { name: 'Welcome to Solar Panels' })).toBeVisible()
    await expect(page.locator('[data-part=demo]')).toHaveCount(0)
    await expect(page.locator('meta[name=robots]')).toHaveCount(0)

    await page.goto('/admin/products')
    await page.getByRole('button', { name: 'Edit Plover Home 7' }).click()
    const editor = page.getByRole('dialog', { name: 'Edit Product' })
    await editor.getByRole('switch', { name: 'Demo: an invented example' }).uncheck()
    await expectNoAxeViolations(page, 'editor')
    await editor.getByRole('button', { name: 'Save Changes' }).click()
    await expect(editor).toBeHidden()
    await page.goto('/products/plover-home-7')
    await expect(page.getByRole('heading', { name: 'Plover Home 7', level: 1 })).toBeVisible()
    await expect(page.locator('[data-part=demo]')).toHaveCount(0)
    await expect(page.locator('meta[name=robots]')).toHaveCount(0)

    await page.goto('/admin/settings')
    const examples = page.getByRole('region', { name: 'Example products' })
    await expect(examples).toContainText('5 products')
    await expectNoAxeViolations(page, 'examples')
    await examples.getByRole('button', { name: 'Remove example products' }).click()
    await dialog.getByLabel('To confirm, type: remove demo content').fill('remove demo content')
    await dialog.getByRole('button', { name: 'Remove example products' }).click()
    await expect(examples).toHaveCount(0)
    await page.goto('/products')
    await expect(page.getByRole('heading', { name: 'Plover Home 7' })).toBeVisible()
    await expect(page.locator('[data-part=demo]')).toHaveCount(0)
  },
)
