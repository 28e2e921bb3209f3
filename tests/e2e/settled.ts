/** Waits until a page has received and rendered all responses, independent of the machine's speed. */
import type { Page, Request } from '@playwright/test'

/** Resource types that affect the page; images do not, as their space is reserved. */
const AWAITED = new Set(['document', 'script', 'stylesheet', 'font', 'fetch', 'xhr'])
const pendingRequests = new WeakMap<Page, Set<Request>>()

/** Starts tracking the page's pending requests. */
export function watchRequests(page: Page): void {
  if (pendingRequests.has(page)) return
  const requests = new Set<Request>()
  pendingRequests.set(page, requests)
  // Pending requests of the previous page are dropped, as not all of them are reported as failed: those sent before the navigation
  // request, and those sent until it commits. A same-document URL change is not a navigation.
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
 * Waits until no requests are pending and the page is idle, twice, as a rendered response may trigger another request.
 * @throws Error with the pending requests
 */
export async function waitUntilSettled(page: Page, withinMs = 30_000): Promise<void> {
  const requests = pendingRequests.get(page)
  if (!requests) throw new Error('Call watchRequests() for this page first.')
  const deadline = Date.now() + withinMs
  await page.waitForLoadState()
  for (let quiet = 0; quiet < 2;) {
    if (Date.now() > deadline) throw new Error(`Requests still pending: ${[...requests].map((request) => request.url()).join(', ')}`)
    await idle(page)
    quiet = requests.size === 0 ? quiet + 1 : 0
  }
}

/** Waits until the browser has rendered and is idle, at most 1 s. */
async function idle(page: Page): Promise<void> {
  await page
    .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 1000 }))))
    // The page is navigating.
    .catch((error: unknown) => {
      if (!/context was destroyed|navigat/i.test(String(error))) throw error
    })
}
