/** Session of a person on one screen: opens it repeatedly, finds controls again, fills forms and clicks. */
import type { Locator, Page } from '@playwright/test'
import { waitUntilSettled } from '../settled.ts'
import { reportPolicyViolations, waitForHydration } from '../site.ts'
import { fillFormOf } from './fields.ts'
import type { Screen } from './screens.ts'
import { controlsOf, findControl, layersOf, readTree, stateOf, type Control, type ControlPlace } from './tree.ts'
import { nextClientHeaders, uniqueWord, type Person, type WalkedSite } from './walked-site.ts'
import { watchWrites, type WriteWatch } from './watch.ts'

export const CANCEL = /^(cancel|close|dismiss|keep|not now|no\b|back to|never mind|discard)/i
const CLICK_MS = 5000
/** Long enough for a machine that is ten times slower. */
const STEP_MS = 60_000

export class ScreenSession {
  readonly #site: WalkedSite
  readonly #screen: Screen
  #person: Person | undefined
  #path: string | undefined
  #opened: { page: Page; writes: WriteWatch } | undefined
  /** A page without scripts, used to clear localStorage. */
  #plainPage: Page | undefined

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

  /** The next step starts with a new person and link, as a write may have consumed them. */
  async end(): Promise<void> {
    await this.#person?.context.close()
    this.#person = undefined
    this.#path = undefined
    this.#opened = undefined
    this.#plainPage = undefined
  }

  async controls(): Promise<Control[]> {
    return controlsOf(await readTree(this.page))
  }

  /**
   * Opens the screen and clicks the controls of the steps.
   * @returns the controls afterwards; `undefined` when a step's control is missing
   */
  async reach(steps: readonly ControlPlace[]): Promise<Control[] | undefined> {
    await this.#open()
    let controls = await this.controls()
    for (const step of steps) {
      const control = findControl(controls, step)
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
    await this.#opened?.page.close()
    await this.#clearStorage(this.#person)
    // Opened last, as browsers only render the foreground tab.
    const page = waitForHydration(await this.#person.context.newPage())
    page.setDefaultTimeout(STEP_MS)
    await page.addInitScript(reportPolicyViolations)
    await page.setExtraHTTPHeaders(nextClientHeaders())
    this.#opened = { page, writes: await watchWrites(page) }
    await page.goto(this.#path)
    await waitUntilSettled(page)
  }

  /** Prevents drafts of an earlier step from being restored. */
  async #clearStorage({ context }: Person): Promise<void> {
    if (!this.#plainPage) {
      this.#plainPage = await context.newPage()
      await this.#plainPage.goto('/robots.txt')
    }
    await this.#plainPage.evaluate(() => localStorage.clear())
  }

  /**
   * @param isReached whether the steps have already been clicked
   * @returns the control, with its form filled
   */
  async findFilled(steps: readonly ControlPlace[], place: ControlPlace, isReached = false): Promise<Control | undefined> {
    const control = findControl((await (isReached ? this.controls() : this.reach(steps))) ?? [], place)
    if (!control) return undefined
    await this.#fill(control)
    return findControl(await this.controls(), place)
  }

  /** Finds the control on the current page if it is enabled, otherwise by repeating the steps. */
  async findAgain(steps: readonly ControlPlace[], control: Control): Promise<Control | undefined> {
    const current = findControl(await this.controls(), control)
    return current && !current.isDisabled ? current : this.findFilled(steps, control)
  }

  /** Whether the control submits a form with empty required fields. */
  hasEmptyForm({ ref, role }: Control): Promise<boolean> {
    if (role !== 'button') return Promise.resolve(false)
    return this.page.getByRef(ref).evaluate((element) => {
      const { type, form } = element as HTMLButtonElement
      const isMissing = (field: Element) => field.matches(':required') && (field as HTMLInputElement).value === ''
      return type === 'submit' && form !== null && [...form.elements].some(isMissing)
    })
  }

  async #fill({ role, name, ref }: Control): Promise<void> {
    if (role !== 'button' || CANCEL.test(name) || !this.#person) return
    // Fields that save on change must not change anything here.
    this.writes.setMode('fail')
    await fillFormOf(this.page, this.page.getByRef(ref), uniqueWord(), this.#person)
  }

  async click({ ref, role }: Control): Promise<void> {
    const control = this.page.getByRef(ref)
    // A visually hidden submit button cannot be clicked with a pointer.
    const isHidden = await control.evaluate((element) => element.matches('.visuallyHidden'))
    if (role === 'combobox') await chooseAnother(control)
    else if (role === 'row') await control.press('Enter', { timeout: CLICK_MS })
    else if (isHidden) await control.evaluate((element) => (element as HTMLElement).click())
    else await control.click({ timeout: CLICK_MS })
    await this.settle()
  }

  async settle(): Promise<void> {
    await waitUntilSettled(this.page)
    // Several calls may follow each other.
    for (let sent = 0; sent < this.writes.sent.length;) {
      sent = this.writes.sent.length
      await waitUntilSettled(this.page)
    }
  }

  /** Double-clicks, and clicks again while the first request is pending. */
  async pressRepeatedly(control: Control): Promise<void> {
    if (!['button', 'switch', 'checkbox', 'menuitem'].includes(control.role)) return this.click(control)
    const button = await this.page.getByRef(control.ref).elementHandle({ timeout: CLICK_MS })
    await button?.dblclick({ timeout: CLICK_MS })
    await button?.evaluate((element) => (element as HTMLElement).click()).catch(() => undefined)
    await this.settle()
  }

  /** Dismisses toasts, so that they are not attributed to the next step. */
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

  /** Waits until no control is busy and the screen shows the same twice. @returns what it shows */
  async stableState(): Promise<string[]> {
    await this.page.waitForFunction(() => !document.querySelector('[aria-busy=true]')).catch(() => undefined)
    let state: string[] = []
    for (let reads = 0; reads < 10; reads++) {
      await this.settle()
      const next = stateOf(await readTree(this.page))
      if (reads > 0 && next.join('\n') === state.join('\n')) break
      state = next
    }
    return state
  }

  /** Repeats the steps after a reload. @returns `false` when a step's control is missing */
  async repeat(steps: readonly ControlPlace[]): Promise<boolean> {
    for (const step of steps) {
      const control = findControl(await this.controls(), step)
      if (!control) return false
      await this.click(control)
    }
    await this.closeLayers()
    return steps.length > 0
  }

  async reload(): Promise<void> {
    await this.page.reload()
    await waitUntilSettled(this.page)
  }
}

/** Chooses another option of a select outside forms; inside a form it is filled as a field. */
const chooseAnother = (select: Locator) =>
  select.evaluate((element) => {
    const { form, options, selectedIndex } = element as HTMLSelectElement
    const other = [...options].findIndex(({ disabled }, index) => index !== selectedIndex && !disabled)
    if (form || other < 0) return
    ;(element as HTMLSelectElement).selectedIndex = other
    element.dispatchEvent(new Event('change', { bubbles: true }))
  })
