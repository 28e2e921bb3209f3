/** Waiting until a page has all it asked for and has shown it, however fast the machine is. */
import type { Page, Request } from '@playwright/test'

/** What a page shows, or becomes what it is, when it comes. Pictures have their place before they come. */
const AWAITED = new Set(['document', 'script', 'stylesheet', 'font', 'fetch', 'xhr'])
const underWay = new WeakMap<Page, Set<Request>>()

/** Remembers from now on what the page has asked for and not yet got. */
export function watchRequests(page: Page): void {
  if (underWay.has(page)) return
  const requests = new Set<Request>()
  underWay.set(page, requests)
  // What the page before was still waiting for comes to nobody, and is not always said to have failed: neither what it had asked
  // for when the next page was asked for, nor what it asked for until that one came. A page that changes its own address meanwhile
  // has not been left yet.
  let next: string | undefined
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      next = withoutFragment(request.url())
      requests.clear()
    }
    if (AWAITED.has(request.resourceType())) requests.add(request)
  })
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || withoutFragment(frame.url()) !== next) return
    next = undefined
    for (const request of requests) if (!request.isNavigationRequest()) requests.delete(request)
  })
  page.on('requestfinished', (request) => void requests.delete(request))
  page.on('requestfailed', (request) => void requests.delete(request))
}

const withoutFragment = (url: string) => url.replace(/#.*/, '')

/**
 * Waits until nothing is under way and the page is idle, twice: an answer that is shown may lead to another request.
 * @throws Error with what was still under way
 */
export async function waitUntilSettled(page: Page, withinMs = 30_000): Promise<void> {
  const requests = underWay.get(page)
  if (!requests) throw new Error('Nobody has watched what this page asks for.')
  const deadline = Date.now() + withinMs
  await page.waitForLoadState()
  for (let quiet = 0; quiet < 2;) {
    if (Date.now() > deadline) throw new Error(`Still under way: ${[...requests].map((request) => request.url()).join(', ')}`)
    await idle(page)
    quiet = requests.size === 0 ? quiet + 1 : 0
  }
}

/** The browser has drawn what it had to draw, and has nothing else to do; or a moment has gone by in which it still had. */
async function idle(page: Page): Promise<void> {
  await page
    .evaluate(() => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done, { timeout: 1000 }))))
    // On its way to another page.
    .catch((fault: unknown) => {
      if (!/context was destroyed|navigat/i.test(String(fault))) throw fault
    })
}
