/**
 * For read-only tests: all tests of a worker share one browser context per persona, with its HTTP cache and one sign-in. Each test has its
 * own tab.
 */
import type { Browser, BrowserContext } from '@playwright/test'
import { signUp, unique } from './people.ts'
import { expect, waitForHydration, test as base, url } from './site.ts'

/** A shopper is a visitor with a product in the comparison list. */
export type Persona = 'visitor' | 'shopper' | 'member' | 'administrator'

export const test = base.extend<{ persona: Persona }, { contexts: Map<Persona, BrowserContext> }>({
  persona: ['visitor', { option: true }],
  contexts: [
    async ({}, use) => {
      const contexts = new Map<Persona, BrowserContext>()
      await use(contexts)
      for (const context of contexts.values()) await context.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, persona, contexts, extraHTTPHeaders, viewport, locale, timezoneId }, use) => {
    let context = contexts.get(persona)
    if (!context) {
      const options = {
        baseURL: url(),
        reducedMotion: 'reduce',
        viewport,
        ...(locale && { locale }),
        ...(timezoneId && { timezoneId }),
      } as const
      context = await open[persona](browser, { ...options, ...(extraHTTPHeaders && { extraHTTPHeaders }) })
      contexts.set(persona, context)
    }
    await use(context)
    // Do not share localStorage with the next test.
    for (const page of context.pages()) {
      await page.evaluate(() => localStorage.clear()).catch(() => undefined)
      await page.close()
    }
  },
})
export { expect }

type Options = Parameters<Browser['newContext']>[0]

const open: Record<Persona, (browser: Browser, options: Options) => Promise<BrowserContext>> = {
  visitor: (browser, options) => browser.newContext(options),
  async shopper(browser, options) {
    const context = await browser.newContext(options)
    const compared = JSON.stringify([{ slug: 'larder-wall-5', name: 'Larder Wall 5', categoryId: 3 }])
    await context.addInitScript((products) => localStorage.setItem('compare', products), compared)
    return context
  },
  async member(browser, options) {
    const context = await browser.newContext(options)
    const page = waitForHydration(await context.newPage())
    await signUp(page, unique('walker'))
    await page.close()
    return context
  },
  async administrator(browser, options) {
    const context = await browser.newContext(options)
    const data = { username: 'keeper', password: process.env['E2E_ADMIN_PASSWORD'] ?? '' }
    expect((await context.request.post('/api/admin/login', { data })).status()).toBe(200)
    await context.addInitScript(() => localStorage.setItem('isAdmin', 'true'))
    return context
  },
}
