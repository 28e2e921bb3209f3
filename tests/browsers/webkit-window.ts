/** The distribution's WebKit (MiniBrowser on a virtual display), driven by WebDriver; elements are found by role and accessible name. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Builder, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { findWebKitGtk } from './find-browsers.ts'

const WITHIN_MS = 15_000
/** Testing Library, injected into the page. */
const FINDER = readFileSync(
  join(import.meta.dirname, '../../node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)
/** Records script errors and Content-Security-Policy violations. */
const LISTENER = `
  window.complaints = window.complaints ?? []
  addEventListener('error', (event) => complaints.push(String(event.message)))
  addEventListener('unhandledrejection', (event) => complaints.push(String(event.reason)))
  document.addEventListener('securitypolicyviolation', (event) => complaints.push(event.violatedDirective + ' ' + event.blockedURI))`

export interface ElementQuery {
  role: string
  /** Exact name, or a regular expression. */
  name?: string | RegExp
  /** Container element. Default: the whole page. */
  within?: ElementQuery
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

  /** @param origin origin of all paths */
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

  /** Takes a screenshot as PNG. */
  async picture(): Promise<Buffer> {
    return Buffer.from(await this.#driver.takeScreenshot(), 'base64')
  }

  /** Kills the programs' process groups, as a hanging window would not react to a regular quit. */
  close(): void {
    for (const { pid } of this.#programs) if (pid) process.kill(-pid, 'SIGKILL')
  }

  /** Opens a page and waits until it is hydrated. */
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

  /** Finds all visible matches, in document order. */
  async all({ role, name, within }: ElementQuery): Promise<WebElement[]> {
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

  /** Waits for the first match. */
  async one(wanted: ElementQuery): Promise<WebElement> {
    return this.until(async () => (await this.all(wanted))[0], `${wanted.role} ${String(wanted.name)}`)
  }

  async press(wanted: ElementQuery): Promise<void> {
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

  /** Clears a field and types into it. */
  async type(wanted: ElementQuery, text: string): Promise<void> {
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

  async choose(wanted: ElementQuery, value: string): Promise<void> {
    const field = await this.one(wanted)
    await (await field.findElement({ css: `option[value="${value}"]` })).click()
  }

  value = (field: WebElement): Promise<string> => this.run(`return arguments[0].value`, field)
  run = <T>(script: string, ...args: unknown[]): Promise<T> => this.#driver.executeScript<T>(script, ...args)

  /** Waits until the text is visible. */
  sees = (words: string): Promise<unknown> => this.until(async () => (await this.text()).includes(words), words)
  /** Waits until the text has disappeared. */
  seesNoMore = (words: string): Promise<unknown> => this.until(async () => !(await this.text()).includes(words), `${words} to disappear`)
  text = (): Promise<string> => this.run(`return document.body.innerText.replaceAll('\\u00a0', ' ')`)
  /** Script errors and policy violations since the page was opened. */
  complaints = (): Promise<string[]> => this.run(`return window.complaints`)

  /** Waits until `read` returns a truthy value. @throws Error after 15 s */
  async until<T>(read: () => Promise<T>, what = 'the page'): Promise<NonNullable<T>> {
    return until(read, async () => `Timed out waiting for ${what} at ${await this.path()}.`)
  }
}

async function until<T>(read: () => Promise<T>, describeTimeout?: () => Promise<string>): Promise<NonNullable<T>> {
  const deadline = Date.now() + WITHIN_MS
  let cause: unknown
  while (Date.now() < deadline) {
    try {
      const found = await read()
      if (found) return found
    } catch (error) {
      // During a navigation elements become stale.
      cause = error
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error((await describeTimeout?.()) ?? 'WebKit did not start.', { cause })
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
