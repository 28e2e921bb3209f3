/** What every browser test starts from: the run's server, an address of its own, and an eye on the console. */
import { expect, test as base, type Page } from '@playwright/test'
import { watchRequests } from './settled.ts'
import { bridgeFirefoxGaps, recordedBody } from '#tests/browsers/firefox-gaps.ts'

export const url = () => process.env['E2E_URL'] ?? ''

let visitors = 0

interface Options {
  /** Messages in the console that this test provokes, and may be there. */
  expectedInConsole: RegExp
  /** False for what is done to a page while its scripts are under way. */
  waitsForAlive: boolean
}

/** A person reads before pressing a key: going to a page and loading it again end when it is hydrated. */
export function waitForHydration(page: Page): Page {
  watchRequests(page)
  // What is opened in a tab of its own.
  page.context().on('page', watchRequests)
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  // Pictures and feeds have no scripts to wait for.
  const isHydrated = async () => {
    await page.locator(':root[data-hydrated], :root:not(:has(#files))').waitFor({ state: 'attached' })
    // The page may lead elsewhere at once.
    await page.evaluate(recordToasts).catch(() => undefined)
  }
  page.goto = async (...to) => {
    const answer = await goto(...to)
    await isHydrated()
    return answer
  }
  page.reload = async (...how) => {
    const answer = await reload(...how)
    await isHydrated()
    return answer
  }
  return page
}

declare global {
  interface Window {
    /** Of each message that has appeared in this document: its words, part by part. */
    toasts?: string[][]
  }
}

/** In the browser, as often as one likes: a message stands for five seconds, and a slow machine may look for it later. */
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

/** In the browser: a violation that a script catches is an error all the same, and not every browser reports it in its console. */
export function reportPolicyViolations(): void {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`The policy forbids ${violatedDirective} ${blockedURI}`),
  )
}

/** What the next POST to a path carries; asked for before the button is pressed. */
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
    // A worker that takes over after a failure counts its visitors anew: the number of the worker keeps them apart.
    await use({ 'x-forwarded-for': `10.${(info.workerIndex % 240) + 10}.${visitors >> 8}.${visitors & 255}` })
  },
  page: async ({ page, expectedInConsole, waitsForAlive, javaScriptEnabled, browserName }, use) => {
    if (browserName === 'firefox') await bridgeFirefoxGaps(page)
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await page.addInitScript(reportPolicyViolations)
    await use(waitsForAlive && javaScriptEnabled !== false ? waitForHydration(page) : page)
    expect(complaints.filter((text) => !expectedInConsole.test(text))).toEqual([])
  },
})

export { expect }

/** Every public page, by name. */
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

export const LOST = {
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
