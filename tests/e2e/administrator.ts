/** What the administrator `keeper` does in every browser test of the back-office. */
import type { BrowserContext, Page } from '@playwright/test'
import { expect } from './site.ts'

export const PASSWORD = () => process.env['E2E_ADMIN_PASSWORD'] ?? ''
export const NAME = 'keeper'
/** A name that nothing else has. */
export const some = (what: string) => `${what} ${crypto.randomUUID().slice(0, 8)}`
/** What the browser itself says of the failures that these tests provoke. */
export const EXPECTED_IN_CONSOLE = /status of (400|401|403|404|409|410|429)|net::ERR_(INTERNET_DISCONNECTED|NAME_NOT_RESOLVED)|ERR_FAILED/

/** The visible message, by title and text. */
export async function expectToast(page: Page, title: string, message?: string): Promise<void> {
  const toast = page.getByRole('region', { name: /notifications/i }).getByRole('listitem')
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  if (message !== undefined) await expect(toast.getByText(message, { exact: true })).toBeVisible()
  await expect(toast).toHaveCount(1)
}

/** Signed in as the dialog does it; the dialog itself is tried in admin-login.spec.ts. */
export async function signIn(page: Page): Promise<void> {
  const data = { username: NAME, password: PASSWORD() }
  expect((await page.request.post('/api/admin/login', { data })).status()).toBe(200)
  await page.addInitScript(() => localStorage.setItem('isAdmin', 'true'))
}

/** What a call really finds when there is no network. */
export async function withoutNetwork(context: BrowserContext, work: () => Promise<void>): Promise<void> {
  await context.setOffline(true)
  await work()
  await context.setOffline(false)
}
