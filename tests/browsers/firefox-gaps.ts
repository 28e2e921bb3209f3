/** Workarounds for stock Firefox over WebDriver BiDi: `fill()` does not trigger React's change events; request bodies cannot be read. */
import type { Locator, Page } from '@playwright/test'

declare global {
  interface Window {
    /** Request bodies of this page, newest last. */
    sentBodies?: { url: string; body: unknown }[]
  }
}

const TEXT_FIELDS =
  'input:is([type=text], [type=search], [type=email], [type=password], [type=tel], [type=url], :not([type])), textarea, [contenteditable]'

/** Call it before the first page is opened. */
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

/** Waits for a request to a path. @returns its body */
export async function recordedBody(page: Page, path: string): Promise<unknown> {
  const sent = await page.waitForFunction((end) => window.sentBodies?.findLast(({ url }) => url.endsWith(end)), path)
  return (await sent.jsonValue())?.body
}

/** Patches `locator.fill()` to select the content of text fields and insert the new text at once, as from a clipboard. */
function insertInsteadOfFilling(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('html')) as { fill: Locator['fill']; inserts?: true }
  if (locators.inserts) return
  const { fill } = locators
  locators.inserts = true
  locators.fill = async function insert(this: Locator, value, options) {
    if (!(await this.evaluate((field, kinds) => field.matches(kinds), TEXT_FIELDS))) return fill.call(this, value, options)
    await this.click(options)
    await this.press('ControlOrMeta+A')
    await this.evaluate((_, text) => document.execCommand(text ? 'insertText' : 'delete', false, text), value)
  }
}
