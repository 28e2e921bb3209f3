/** Helpers for browser tests of the back-office, as the administrator `keeper`. */
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, recordToasts } from './site.ts'

export const PASSWORD = () => process.env['E2E_ADMIN_PASSWORD'] ?? ''
export const NAME = 'keeper'
/** Returns a unique name. */
export const some = (what: string) => `${what} ${crypto.randomUUID().slice(0, 8)}`
/** Console messages of the failures that these tests provoke. */
export const EXPECTED_IN_CONSOLE = /status of (400|401|403|404|409|410|429)|net::ERR_(INTERNET_DISCONNECTED|NAME_NOT_RESOLVED)|ERR_FAILED/

/** Expects that a toast with this title and text has appeared exactly once, even if already hidden, and that at most one is visible. */
export async function expectToast(page: Page, title: string, message?: string): Promise<void> {
  const take = (words: string[]) => {
    const matches = (toast: string[]) => words.every((one) => toast.includes(one))
    const count = window.toasts?.filter(matches).length ?? 0
    window.toasts = window.toasts?.filter((toast) => !matches(toast)) ?? []
    return count
  }
  const takeOrWait = async () => {
    try {
      await page.evaluate(recordToasts)
      return await page.evaluate(take, message === undefined ? [title] : [title, message])
    } catch {
      // The page is navigating.
      return 0
    }
  }
  await expect.poll(takeOrWait, { message: `“${title}” appears once` }).toBe(1)
  expect(
    await page
      .getByRole('region', { name: /notifications/i })
      .getByRole('listitem')
      .count(),
  ).toBeLessThanOrEqual(1)
}

/** Keeps the Undo toast open by hover and focus; it would be hidden after 5 seconds. The focus alone may move when the row is removed. */
export async function holdUndo(page: Page): Promise<Locator> {
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.hover()
  await undo.focus()
  return undo
}

/** Signs in through the API; the dialog is tested in admin-login.spec.ts. */
export async function signIn(page: Page): Promise<void> {
  const data = { username: NAME, password: PASSWORD() }
  expect((await page.request.post('/api/admin/login', { data })).status()).toBe(200)
  await page.addInitScript(() => {
    // Firefox also runs it in the initial about:blank, which has no storage.
    if (origin !== 'null') localStorage.setItem('isAdmin', 'true')
  })
}

/** Runs `work` offline. */
export async function withoutNetwork(context: BrowserContext, work: () => Promise<void>): Promise<void> {
  await context.setOffline(true)
  await work()
  await context.setOffline(false)
}
