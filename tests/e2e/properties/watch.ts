/** Watches the write requests and console errors of a page; can delay writes or make them fail. */
import type { Page, Request, Route } from '@playwright/test'

/** How the next writes are handled. */
export type WriteMode = 'pass' | 'fail' | 'abort' | 'hold'

export interface WriteWatch {
  setMode(mode: WriteMode): void
  /** Writes since the last `setMode()`, in order, such as `POST /api/forums`. */
  readonly sent: readonly string[]
  /** Statuses of the server's responses since the last `setMode()`. */
  readonly statuses: readonly number[]
  /** Messages of rejected writes. */
  readonly refusals: readonly string[]
  /** Console messages, exceptions and failed requests since the last call, except those caused by an injected failure or a rejection. */
  takeErrors(): string[]
}

/** POST requests that only read or report views: the page does not depend on their outcome. */
const READ_ONLY_PATHS =
  /\/api\/(page-views|search\/clicks|.*\/preview|.*\/effects|.*\/challenge|email\/link|launching\/invitation|me\/notices\/read)$/
const HOLD_MS = 400

const hasBody = (request: Request): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(request.method())
const isWrite = (request: Request): boolean => hasBody(request) && !READ_ONLY_PATHS.test(pathOf(request))
const isRead = (request: Request): boolean => hasBody(request) && READ_ONLY_PATHS.test(pathOf(request))
const pathOf = (request: Request): string => new URL(request.url()).pathname

export async function watchWrites(page: Page): Promise<WriteWatch> {
  let mode: WriteMode = 'pass'
  let sent: string[] = []
  let statuses: number[] = []
  let refusals: string[] = []
  let errors: string[] = []
  const explained = new Set<string>()

  const handle = async (route: Route) => {
    const request = route.request()
    if (!isWrite(request)) return route.fallback()
    if (mode === 'fail' || mode === 'abort') explained.add(request.url())
    if (mode === 'fail')
      return route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '{"message":"Internal error","code":"internal"}',
      })
    if (mode === 'abort') return route.abort('connectionreset')
    if (mode === 'hold') await new Promise((resolve) => setTimeout(resolve, HOLD_MS))
    return route.continue()
  }
  await page.route('**/api/**', (route) => void handle(route).catch(() => undefined))
  page.on('request', (request) => {
    if (isWrite(request)) sent.push(`${request.method()} ${pathOf(request)}`)
  })

  page.on('response', (response) => {
    const request = response.request()
    const status = response.status()
    // A consumed link is rejected as well.
    if (isRead(request) && status >= 400 && status < 500) explained.add(request.url())
    if (isWrite(request) && !explained.has(request.url())) {
      statuses.push(status)
      // A rejection of generated input is expected.
      if (status >= 400 && status < 500) {
        explained.add(request.url())
        response
          .text()
          .then((text) => refusals.push(`${status} ${text.slice(0, 200)}`))
          .catch(() => undefined)
      }
    }
    if (status >= 500 && !explained.has(request.url())) errors.push(`${status} from ${request.method()} ${pathOf(request)}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (!explained.has(request.url()) && !/ERR_ABORTED/.test(reason)) errors.push(`${reason} for ${request.method()} ${pathOf(request)}`)
  })
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (message.text().startsWith('Failed to load resource') && explained.has(message.location().url)) return
    errors.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => errors.push(`exception: ${error.message}`))

  return {
    setMode(next) {
      mode = next
      sent = []
      statuses = []
      refusals = []
      if (next === 'pass' || next === 'hold') explained.clear()
    },
    get sent() {
      return sent
    },
    get statuses() {
      return statuses
    },
    get refusals() {
      return refusals
    },
    takeErrors() {
      const taken = errors
      errors = []
      return taken
    },
  }
}
