/** What the administrator `keeper` does in every browser test of the back-office. */
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, recordToasts } from './site.ts'

export const PASSWORD = () => process.env['E2E_ADMIN_PASSWORD'] ?? ''
export const NAME = 'keeper'
/** A name that nothing else has. */
export const some = (what: string) => `${what} ${crypto.randomUUID().slice(0, 8)}`
/** What the browser itself says of the failures that these tests provoke. */
export const EXPECTED_IN_CONSOLE = /status of (400|401|403|404|409|410|429)|net::ERR_(INTERNET_DISCONNECTED|NAME_NOT_RESOLVED)|ERR_FAILED/

/** The message, by title and text: it appears once, also if it has gone by the time somebody looks, and never beside another. */
export async function expectToast(page: Page, title: string, message?: string): Promise<void> {
  const take = (words: string[]) => {
    const isMeant = (toast: string[]) => words.every((one) => toast.includes(one))
    const taken = window.toasts?.filter(isMeant).length ?? 0
    window.toasts = window.toasts?.filter((toast) => !isMeant(toast)) ?? []
    return taken
  }
  const takeOrWait = async () => {
    try {
      await page.evaluate(recordToasts)
      return await page.evaluate(take, message === undefined ? [title] : [title, message])
    } catch {
      // The document is on its way out.
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

/** The way back stands for five seconds, unless it has the pointer or the focus; the focus goes elsewhere when the row does, soon or late. */
export async function holdUndo(page: Page): Promise<Locator> {
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.hover()
  await undo.focus()
  return undo
}

/** Signed in as the dialog does it; the dialog itself is tried in admin-login.spec.ts. */
export async function signIn(page: Page): Promise<void> {
  const data = { username: NAME, password: PASSWORD() }
  expect((await page.request.post('/api/admin/login', { data })).status()).toBe(200)
  await page.addInitScript(() => {
    // Firefox runs it in the empty page before the first as well, which has no storage.
    if (origin !== 'null') localStorage.setItem('isAdmin', 'true')
  })
}

/** What a call really finds when there is no network. */
export async function withoutNetwork(context: BrowserContext, work: () => Promise<void>): Promise<void> {
  await context.setOffline(true)
  await work()
  await context.setOffline(false)
}
