/** A window of the distribution's WebKit (MiniBrowser on a screen in memory), driven by WebDriver as a person would: by roles and names. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Builder, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { findWebKitGtk } from './find-browsers.ts'

const WITHIN_MS = 15_000
/** Finds by role and accessible name, inside the page. */
const FINDER = readFileSync(
  join(import.meta.dirname, '../../node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)
/** What the page itself complains of: scripts that fail, and what its policy forbids. */
const LISTENER = `
  window.complaints = window.complaints ?? []
  addEventListener('error', (fault) => complaints.push(String(fault.message)))
  addEventListener('unhandledrejection', (fault) => complaints.push(String(fault.reason)))
  document.addEventListener('securitypolicyviolation', (fault) => complaints.push(fault.violatedDirective + ' ' + fault.blockedURI))`

export interface Wanted {
  role: string
  /** In full, or a part as a regular expression. */
  name?: string | RegExp
  /** In the first of what; the whole page when absent. */
  within?: Wanted
}

export class WebKitWindow {
  readonly #driver: WebDriver
  readonly #programs: ChildProcess[]
  readonly #origin: string

  constructor(driver: WebDriver, programs: ChildProcess[], origin: string) {
    this.#driver = driver
    this.#programs = programs
    this.#origin = origin
  }

  /** @param origin what paths are asked of */
  static async open(origin: string): Promise<WebKitWindow> {
    const { driver, browser, display } = findWebKitGtk()
    const screen = spawn(display, ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    })
    const number = await new Promise<string>((resolve, reject) => {
      screen.once('error', reject)
      screen.stdout.once('data', (printed: Buffer) => resolve(printed.toString().trim()))
    })
    const port = await freePort()
    const env = { ...process.env, DISPLAY: `:${number}`, LANG: 'en_GB.UTF-8', TZ: 'Europe/London' }
    const service = spawn(driver, [`--port=${port}`], { env, stdio: 'ignore', detached: true })
    const capabilities = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } }
    const session = await until(() => new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build())
    await session.manage().window().setRect({ x: 0, y: 0, width: 1300, height: 950 })
    return new WebKitWindow(session, [service, screen], origin)
  }

  /** What it shows, as a PNG. */
  async picture(): Promise<Buffer> {
    return Buffer.from(await this.#driver.takeScreenshot(), 'base64')
  }

  /** Ends the programs, each with all that it has started: a window that hangs would not answer, and go on using the processor. */
  close(): void {
    for (const { pid } of this.#programs) if (pid) process.kill(-pid, 'SIGKILL')
  }

  /** Goes there and waits until the page answers to a person. */
  async go(path: string): Promise<void> {
    await this.#driver.get(new URL(path, this.#origin).href)
    await this.#driver.executeScript(LISTENER)
    await this.until(() =>
      this.#driver.executeScript<boolean>(`return document.documentElement.matches('[data-hydrated], :not(:has(#files))')`),
    )
  }

  async reload(): Promise<void> {
    await this.go(await this.path())
  }

  async path(): Promise<string> {
    const { pathname, search } = new URL(await this.#driver.getCurrentUrl())
    return pathname + search
  }

  /** All that can be seen, in the order of the page. */
  async all({ role, name, within }: Wanted): Promise<WebElement[]> {
    const how = name instanceof RegExp ? { source: name.source, flags: name.flags } : { text: name }
    await this.#driver.executeScript(`if (!window.TestingLibraryDom) { ${FINDER} }`)
    return this.#driver.executeScript<WebElement[]>(
      `const [role, how, within] = arguments
       const name = how.source === undefined ? how.text : new RegExp(how.source, how.flags)
       return TestingLibraryDom.queryAllByRole(within ?? document.body, role, name === undefined ? {} : { name })
         .filter((one) => one.checkVisibility())`,
      role,
      how,
      within ? await this.one(within) : null,
    )
  }

  /** The first of them, as soon as there is one. */
  async one(wanted: Wanted): Promise<WebElement> {
    return this.until(async () => (await this.all(wanted))[0], `${wanted.role} ${String(wanted.name)}`)
  }

  async press(wanted: Wanted): Promise<void> {
    await this.until(
      async () => {
        const button = await this.one(wanted)
        if (!(await button.isEnabled())) return false
        await this.#driver.executeScript(`arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })`, button)
        await button.click()
        return true
      },
      `to press ${String(wanted.name)}`,
    )
  }

  /** Takes out what stands in a field and types. */
  async type(wanted: Wanted, text: string): Promise<void> {
    await this.until(
      async () => {
        const field = await this.one(wanted)
        await field.click()
        await field.sendKeys(Key.chord(Key.CONTROL, 'a'), Key.BACK_SPACE)
        await field.sendKeys(text)
        return true
      },
      `to type into ${String(wanted.name)}`,
    )
  }

  async choose(wanted: Wanted, value: string): Promise<void> {
    const field = await this.one(wanted)
    await (await field.findElement({ css: `option[value="${value}"]` })).click()
  }

  value = (field: WebElement): Promise<string> => this.run(`return arguments[0].value`, field)
  run = <T>(script: string, ...given: unknown[]): Promise<T> => this.#driver.executeScript<T>(script, ...given)

  /** Waits until these words can be read. */
  sees = (words: string): Promise<unknown> => this.until(async () => (await this.text()).includes(words), words)
  /** Waits until they are gone. */
  seesNoMore = (words: string): Promise<unknown> => this.until(async () => !(await this.text()).includes(words), `an end of ${words}`)
  text = (): Promise<string> => this.run(`return document.body.innerText.replaceAll('\\u00a0', ' ')`)
  /** What the page complained of since it was opened. */
  complaints = (): Promise<string[]> => this.run(`return window.complaints`)

  /** @throws Error with what was waited for, when it does not come */
  async until<T>(look: () => Promise<T>, what = 'the page'): Promise<NonNullable<T>> {
    return until(look, async () => `Waited in vain for ${what} at ${await this.path()}.`)
  }
}

async function until<T>(look: () => Promise<T>, why?: () => Promise<string>): Promise<NonNullable<T>> {
  const deadline = Date.now() + WITHIN_MS
  let cause: unknown
  while (Date.now() < deadline) {
    try {
      const found = await look()
      if (found) return found
    } catch (fault) {
      // The page may be on its way: what was found a moment ago is gone.
      cause = fault
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error((await why?.()) ?? 'WebKit did not start.', { cause })
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
