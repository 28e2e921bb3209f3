/**
 * For tests that open a page, look at it and change nothing: all of one worker share a browser context for each kind of person, with what
 * the browser keeps of scripts and pictures, and one sign-in. Each test has a tab of its own.
 */
import type { Browser, BrowserContext } from '@playwright/test'
import { signUp, unique } from './people.ts'
import { expect, waitForHydration, test as base, url } from './site.ts'

/** A shopper is a visitor who has put a product aside. */
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
    // What was put aside, or chosen, is not there for the next.
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
    const aside = JSON.stringify([{ slug: 'larder-wall-5', name: 'Larder Wall 5', categoryId: 3 }])
    await context.addInitScript((aside) => localStorage.setItem('compare', aside), aside)
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
