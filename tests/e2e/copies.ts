/** Helpers for tests of the copies, on a dedicated server. */
import { createServer } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, Page } from '@playwright/test'
import { removeData, startServer, type RunningServer } from '../support/running-server.ts'
import { keeper, otherBrowser, PASSWORD, submitAdminLogin } from './people.ts'
import { expect, test as base } from './site.ts'

/** The port is chosen beforehand, because with a public URL unknown hosts get no site. */
export async function start(dataDir?: string): Promise<RunningServer> {
  const PORT = await new Promise<string>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(String(port)))
    })
  })
  return startServer({ ...settings(), PORT, PUBLIC_URL: `http://localhost:${PORT}`, ...(dataDir ? { DATA_DIR: dataDir } : {}) })
}
const settings = () => ({ TRUST_PROXY: 'true', ADMIN_USERNAME: 'keeper', ADMIN_PASSWORD: process.env['E2E_ADMIN_PASSWORD'] ?? '' })

export async function stop(server: RunningServer): Promise<void> {
  const code = await server.stop()
  expect([code, server.output()]).toEqual([0, expect.not.stringMatching(/"level":(50|60)/)])
}
export const test = base.extend<object, { own: RunningServer }>({
  own: [
    async ({}, use) => {
      const server = await start()
      await use(server)
      await stop(server)
      removeData(server.dataDir)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ own }, use) => use(own.url),
})
export const named = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`
export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

export async function logIn(page: Page): Promise<void> {
  await submitAdminLogin(page, 'keeper', settings().ADMIN_PASSWORD)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
}

export async function launch(url: string, siteName: string): Promise<{ id: string; address: string }> {
  const calls = await keeper(url)
  const response = await calls.post('/api/deployment', { data: { siteName } })
  expect(response.status()).toBe(201)
  const launched = (await response.json()) as { id: string; address: string }
  await calls.dispose()
  return launched
}

/** Launches a copy and claims it as `rosie`. @returns a page in which `rosie` is signed in */
export async function claimed(browser: Browser, url: string, siteName: string): Promise<Page> {
  const calls = await keeper(url)
  const response = await calls.post('/api/deployment', { data: { siteName, content: 'empty' } })
  const { address, claimLink } = (await response.json()) as { address: string; claimLink: string }
  await calls.dispose()
  const owner = await otherBrowser(browser, address)
  await owner.goto(claimLink)
  await owner.getByLabel('Username').fill('rosie')
  await owner.getByLabel('Email').fill('rosie@example.org')
  await owner.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await owner.getByRole('button', { name: 'Claim your site' }).click()
  await expect(owner).toHaveURL(/\/admin$/)
  return owner
}

export async function openCopy(page: Page, name: string) {
  await rowOf(page, name).getByText(name).click()
  const panel = page.getByRole('dialog', { name })
  await expect(panel).toBeVisible()
  return panel
}

/** Returns the internal id of a launch, which the copy's database file is named after. */
export function numberOf(file: string, publicId: string): number {
  const database = new DatabaseSync(file)
  const row = database.prepare('select id from launches where public_id = ?').get(publicId)
  database.close()
  return Number(row?.['id'])
}

/** Changes a time in a database that no process has open. */
export function age(file: string, change: string, value: string): void {
  const database = new DatabaseSync(file)
  database.prepare(change).run(value)
  database.close()
}
