/** What a copy may use, and the proof of its domain: seen and set by the main administrator, and seen by the copy's own. */
import { createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { startDnsServer, type DnsServer } from '../support/dns-server.ts'
import { removeData, startServer, type RunningServer } from '../support/running-server.ts'
import { submitAdminLogin, otherBrowser, PASSWORD } from './people.ts'
import { expect, test as base } from './site.ts'
import { NIGHTLY } from './nightly.ts'

const ADMIN_PASSWORD = process.env['E2E_ADMIN_PASSWORD'] ?? ''
interface Own {
  server: RunningServer
  dns: DnsServer
}
const test = base.extend<object, { own: Own }>({
  own: [
    async ({}, use) => {
      const dns = await startDnsServer()
      const PORT = await freePort()
      const settings = { TRUST_PROXY: 'true', ADMIN_USERNAME: 'keeper', ADMIN_PASSWORD, DNS_SERVERS: dns.address }
      const server = await startServer({ ...settings, PORT, PUBLIC_URL: `http://localhost:${PORT}` })
      await use({ server, dns })
      const code = await server.stop()
      await dns.close()
      removeData(server.dataDir)
      expect(code).toBe(0)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ own }, use) => use(own.server.url),
})
test.use({ expectedInConsole: /status of (404|507)/ })

const freePort = () =>
  new Promise<string>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(String(typeof address === 'object' ? address?.port : 0)))
    })
  })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a copy’s domain is verified by DNS record, and its limit rejects further posts', NIGHTLY, async ({ page, browser, request, own }) => {
  const { server, dns } = own
  const response = await request.post('/api/deployment', { data: { siteName: 'Garden Walk', domainName: 'garden.example.net' } })
  const { address, claimLink } = (await response.json()) as { address: string; claimLink: string }

  await submitAdminLogin(page, 'keeper', ADMIN_PASSWORD)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
  // The copy's own administrator sees the record that is looked for.
  const owner = await otherBrowser(browser, address)
  await owner.goto(claimLink)
  const claim = owner.getByRole('form', { name: 'Claim your site' })
  await claim.getByLabel('Username').fill('olive')
  await claim.getByLabel('Email').fill('olive@example.org')
  await claim.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await claim.getByRole('button', { name: 'Claim your site' }).click()
  await expect(owner).toHaveURL(/\/admin$/)
  await owner.goto('/admin/settings')
  const domain = owner.getByRole('region', { name: 'Your own domain' })
  await expect(domain.getByText('Not verified yet', { exact: true })).toBeVisible()
  await expect(domain.getByText('_netzero-site.garden.example.net', { exact: true })).toBeVisible()
  await domain.getByRole('button', { name: 'Check now' }).click()
  await expect(domain.getByText('There is no TXT record at _netzero-site.garden.example.net yet.', { exact: false })).toBeVisible()
  const value = (await domain.getByText(/^netzero-site=/).textContent()) ?? ''
  await expect(owner.getByRole('region', { name: 'Usage and limits' }).getByRole('progressbar')).toHaveCount(6)

  // With the record there, the main administrator has it looked for.
  dns.records.set('_netzero-site.garden.example.net', [value])
  await page.goto('/admin/sites')
  await rowOf(page, 'Garden Walk').press('Enter')
  const panel = page.getByRole('dialog', { name: 'Garden Walk' })
  await panel.getByRole('button', { name: 'Check now' }).click()
  await expect(panel.getByText('Verified', { exact: true })).toBeVisible()
  const own404 = await request.get('/api/site', { headers: { host: 'garden.example.net' } })
  expect(((await own404.json()) as { name: string }).name).toBe('Garden Walk')

  // A limit is set so low that the next post meets it.
  await panel.getByRole('button', { name: 'Change limits' }).click()
  await panel.getByRole('textbox', { name: 'Posts and accounts' }).fill('some')
  await panel.getByRole('button', { name: 'Save limits' }).click()
  await expect(panel.getByText('Please enter a number')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Posts and accounts' }).fill('1')
  await panel.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByText('Limits saved', { exact: true })).toBeVisible()
  const host = new URL(address).host
  const refused = await request.post('/api/newsletter', { headers: { host }, data: { email: 'reader@example.org' } })
  expect(refused.status()).toBe(507)
  await page.goto('/admin/sites')
  await expect(rowOf(page, 'Garden Walk').getByText('At its limit')).toBeVisible()
  await page.goto('/admin')
  await expect(page.getByRole('link', { name: '1 copy is at its limit' })).toBeVisible()
  await owner.context().close()
  expect(server.output()).not.toMatch(/"level":(50|60)/)
})
