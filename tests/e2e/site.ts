/** Base fixture of all browser tests: the run's server, a new client IP address per test, and a check of the console. */
import { expect, test as base, type Page } from '@playwright/test'
import { watchRequests } from './settled.ts'
import { bridgeFirefoxGaps, recordedBody } from '#tests/browsers/firefox-gaps.ts'

export const url = () => process.env['E2E_URL'] ?? ''

let visitors = 0

interface Options {
  /** Console messages that this test provokes. */
  expectedInConsole: RegExp
  /** `false` for tests that act before hydration. */
  waitsForAlive: boolean
}

/** Patches `goto()` and `reload()` to wait for hydration. */
export function waitForHydration(page: Page): Page {
  watchRequests(page)
  // Also for pages opened in a new tab.
  page.context().on('page', watchRequests)
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  // Images and feeds are not hydrated.
  const untilHydrated = async () => {
    await page.locator(':root[data-hydrated], :root:not(:has(#files))').waitFor({ state: 'attached' })
    // The page may redirect at once.
    await page.evaluate(recordToasts).catch(() => undefined)
  }
  page.goto = async (...args) => {
    const response = await goto(...args)
    await untilHydrated()
    return response
  }
  page.reload = async (...args) => {
    const response = await reload(...args)
    await untilHydrated()
    return response
  }
  return page
}

declare global {
  interface Window {
    /** Texts of each toast that has appeared in this document. */
    toasts?: string[][]
  }
}

/** Runs in the browser, idempotent: records toasts, which are hidden after five seconds, before a slow test looks for them. */
export function recordToasts(): void {
  if (window.toasts) return
  window.toasts = []
  const seen = new WeakSet<Element>()
  const read = () => {
    for (const item of document.querySelectorAll('[role=region][aria-label^="Notifications"] li')) {
      if (seen.has(item)) continue
      seen.add(item)
      const parts = [...item.querySelectorAll('*')].filter((part) => part.childElementCount === 0)
      window.toasts?.push(parts.map((part) => part.textContent ?? ''))
    }
  }
  read()
  new MutationObserver(read).observe(document, { childList: true, subtree: true })
}

/** Runs in the browser: logs every Content-Security-Policy violation, as not all browsers do. */
export function reportPolicyViolations(): void {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`The policy forbids ${violatedDirective} ${blockedURI}`),
  )
}

/** Waits for the next POST to a path; call it before the click. @returns its body */
export async function nextPostedBody(page: Page, path: string): Promise<unknown> {
  const sent = await page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(path))
  return page.context().browser()?.browserType().name() === 'firefox' ? recordedBody(page, path) : sent.postDataJSON()
}

export const test = base.extend<Options>({
  expectedInConsole: [/$^/, { option: true }],
  waitsForAlive: [true, { option: true }],
  baseURL: async ({}, use) => use(url()),
  extraHTTPHeaders: async ({}, use, info) => {
    visitors += 1
    // The IP address includes the worker index, as a new worker after a failure restarts the count.
    await use({ 'x-forwarded-for': `10.${(info.workerIndex % 240) + 10}.${visitors >> 8}.${visitors & 255}` })
  },
  page: async ({ page, expectedInConsole, waitsForAlive, javaScriptEnabled, browserName }, use) => {
    if (browserName === 'firefox') await bridgeFirefoxGaps(page)
    const consoleErrors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') consoleErrors.push(message.text())
    })
    page.on('pageerror', (error) => consoleErrors.push(String(error)))
    await page.addInitScript(reportPolicyViolations)
    await use(waitsForAlive && javaScriptEnabled !== false ? waitForHydration(page) : page)
    expect(consoleErrors.filter((text) => !expectedInConsole.test(text))).toEqual([])
  },
})

export { expect }

/** Public pages by name. */
export const PAGES = {
  home: '/',
  articles: '/articles',
  'articles, nothing found': '/articles?search=nothing-like-this',
  article: '/articles/winter-range',
  'article with a table': '/articles/heat-pump-running-costs',
  'expert article': '/articles/expert/1',
  forum: '/forum',
  topic: '/forum/1',
  products: '/products',
  product: '/products/hearthstone-keep-10',
  'product reviews': '/products/hearthstone-keep-10?tab=reviews',
  'product with a long text': '/products/ardley-heron-estate',
  enquiry: '/enquiry/hearthstone-keep-10',
  category: '/category/home-efficiency',
  'category articles': '/category/home-efficiency?tab=articles',
  user: '/user/2',
  guest: '/user/1',
  about: '/about',
} as const

export const UNKNOWN_PAGES = {
  page: '/nowhere',
  'page below a page': '/forum/1/extra',
  article: '/articles/nowhere',
  'expert article': '/articles/expert/999',
  topic: '/forum/99999',
  product: '/products/nowhere',
  enquiry: '/enquiry/nowhere',
  category: '/category/nowhere',
  user: '/user/99999',
} as const
