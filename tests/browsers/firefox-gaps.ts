/** What Playwright cannot do yet in a distribution's Firefox, which it drives by WebDriver BiDi: fill fields in so that React hears it, and read what was sent. */
import type { Locator, Page } from '@playwright/test'

declare global {
  interface Window {
    /** Bodies of the calls of this page, newest last. */
    sentBodies?: { url: string; body: unknown }[]
  }
}

const TYPED =
  'input:is([type=text], [type=search], [type=email], [type=password], [type=tel], [type=url], :not([type])), textarea, [contenteditable]'

/** Before the first page is opened. */
export async function bridgeFirefoxGaps(page: Page): Promise<void> {
  insertInsteadOfFilling(page)
  await page.addInitScript(() => {
    const { fetch } = window
    window.sentBodies = []
    window.fetch = (input, init) => {
      if (typeof init?.body === 'string') window.sentBodies?.push({ url: String(input), body: JSON.parse(init.body) })
      return fetch(input, init)
    }
  })
}

/** What the page has sent to a path, as soon as it has. */
export async function recordedBody(page: Page, path: string): Promise<unknown> {
  const sent = await page.waitForFunction((end) => window.sentBodies?.findLast(({ url }) => url.endsWith(end)), path)
  return (await sent.jsonValue())?.body
}

/** From now on `locator.fill` of every page selects what stands there and inserts, all at once as from a clipboard. Other kinds of fields are set as before. */
function insertInsteadOfFilling(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('html')) as { fill: Locator['fill']; inserts?: true }
  if (locators.inserts) return
  const { fill } = locators
  locators.inserts = true
  locators.fill = async function insert(this: Locator, value, options) {
    if (!(await this.evaluate((field, kinds) => field.matches(kinds), TYPED))) return fill.call(this, value, options)
    await this.click(options)
    await this.press('ControlOrMeta+A')
    await this.evaluate((_, text) => document.execCommand(text ? 'insertText' : 'delete', false, text), value)
  }
}
