/** A person on one screen: opens it as often as needed, finds a control again, fills its form and presses it. */
import type { Page } from '@playwright/test'
import { waitUntilSettled } from '../settled.ts'
import { waitForHydration } from '../site.ts'
import { fillFormOf } from './fields.ts'
import type { Screen } from './screens.ts'
import { controlsOf, layersOf, readTree, type Control } from './tree.ts'
import { nextAddress, uniqueWord, type Person, type WalkedSite } from './walked-site.ts'
import { watchWrites, type WriteWatch } from './watch.ts'

export const CANCEL = /^(cancel|close|dismiss|keep|not now|no\b|back to|never mind|discard)/i
const CLICK_MS = 5000

export class ScreenSession {
  readonly #site: WalkedSite
  readonly #screen: Screen
  #person: Person | undefined
  #path: string | undefined
  #opened: { page: Page; writes: WriteWatch } | undefined

  constructor(site: WalkedSite, screen: Screen) {
    this.#site = site
    this.#screen = screen
  }

  get page(): Page {
    return this.#current.page
  }

  get writes(): WriteWatch {
    return this.#current.writes
  }

  get #current(): { page: Page; writes: WriteWatch } {
    if (!this.#opened) throw new Error('no page is open')
    return this.#opened
  }

  /** The next step begins with another person and another link: a write may have used up either. */
  async end(): Promise<void> {
    await this.#person?.context.close()
    this.#person = undefined
    this.#path = undefined
    this.#opened = undefined
  }

  async controls(): Promise<Control[]> {
    return controlsOf(await readTree(this.page))
  }

  /**
   * Opens the screen and presses the controls of the steps.
   * @returns the controls that are there then; undefined when one of the steps is not there
   */
  async reach(steps: readonly string[]): Promise<Control[] | undefined> {
    await this.#open()
    let controls = await this.controls()
    for (const key of steps) {
      const control = controls.find((one) => one.key === key)
      if (!control) return undefined
      await this.#fill(control)
      await this.click(control)
      controls = await this.controls()
    }
    return controls
  }

  async #open(): Promise<void> {
    this.#person ??= await this.#site.open(this.#screen.role)
    this.#path ??= await this.#screen.findPath(this.#site, this.#person)
    const page = waitForHydration(await this.#person.context.newPage())
    await this.#opened?.page.close()
    await page.setExtraHTTPHeaders(nextAddress())
    // A draft of the step before would be restored.
    await page.goto('/robots.txt')
    await page.evaluate(() => localStorage.clear())
    this.#opened = { page, writes: await watchWrites(page) }
    await page.goto(this.#path)
    await waitUntilSettled(page)
  }

  /** @returns the control of that key, its form filled */
  async findFilled(steps: readonly string[], key: string): Promise<Control | undefined> {
    const control = (await this.reach(steps))?.find((one) => one.key === key)
    if (!control) return undefined
    await this.#fill(control)
    return (await this.controls()).find((one) => one.key === key)
  }

  /** Where it is, if it can be pressed there; otherwise from the beginning. */
  async findAgain(steps: readonly string[], control: Control): Promise<Control | undefined> {
    const there = (await this.controls()).find(({ key, isDisabled }) => key === control.key && !isDisabled)
    return there ?? this.findFilled(steps, control.key)
  }

  async #fill({ role, name, ref }: Control): Promise<void> {
    if (role !== 'button' || CANCEL.test(name) || !this.#person) return
    await fillFormOf(this.page, this.page.getByRef(ref), uniqueWord(), this.#person)
  }

  async click({ ref }: Control): Promise<void> {
    await this.page.getByRef(ref).click({ timeout: CLICK_MS })
    await waitUntilSettled(this.page)
  }

  /** A double click, and another press while the call of the first is under way. */
  async pressRepeatedly({ ref }: Control): Promise<void> {
    const button = await this.page.getByRef(ref).elementHandle({ timeout: CLICK_MS })
    await button?.dblclick({ timeout: CLICK_MS })
    await button?.evaluate((element) => (element as HTMLElement).click()).catch(() => undefined)
    await waitUntilSettled(this.page)
  }

  /** A message hides by itself; it must not be taken for that of the next step. */
  async dismissMessages(): Promise<void> {
    const dismiss = this.page.getByRole('region', { name: /^Notifications/ }).getByRole('button', { name: 'Dismiss' })
    if ((await dismiss.count()) > 0)
      await dismiss
        .first()
        .click({ timeout: 2000 })
        .catch(() => undefined)
  }

  async closeLayers(): Promise<void> {
    for (let layers = 0; layers < 3 && layersOf(await readTree(this.page)).length > 0; layers++) {
      await this.page.keyboard.press('Escape')
      await waitUntilSettled(this.page)
    }
  }

  async reload(): Promise<void> {
    await this.page.reload()
    await waitUntilSettled(this.page)
  }
}
