/** Finds or installs Firefox and WebKit: Playwright's builds, or the distribution's. Without them the tests fail; they are not skipped. */
import { existsSync, globSync } from 'node:fs'
import { firefox, webkit, type PlaywrightTestOptions, type PlaywrightWorkerOptions } from '@playwright/test'
import { installPackages } from '#tests/support/debian.ts'

type Use = Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>

/** Programs for the distribution's WebKit: WebDriver, browser and virtual display. */
export interface WebKitPrograms {
  driver: string
  browser: string
  display: string
}

/** @throws Error when Firefox is neither installed nor installable */
export function findFirefox(): Use {
  if (existsSync(firefox.executablePath())) return { browserName: 'firefox', launchOptions: {} }
  const installed = () => ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path))
  const executablePath = installed() ?? (installPackages('firefox-esr') ? installed() : undefined)
  if (!executablePath)
    throw new Error('These tests need Firefox: install the package firefox-esr, or run `npx playwright install firefox`.')
  // With this channel Playwright uses WebDriver BiDi, which stock Firefox supports.
  return { browserName: 'firefox', channel: 'moz-firefox', launchOptions: { executablePath } }
}

/** Playwright's WebKit, which runs the same tests as Chromium; `undefined` when it is not installed. */
export const findPlaywrightWebKit = (): Use | undefined =>
  existsSync(webkit.executablePath()) ? { browserName: 'webkit', launchOptions: {} } : undefined

/** @throws Error when WebKitGTK is neither installed nor installable */
export function findWebKitGtk(): WebKitPrograms {
  const found = installedWebKitGtk() ?? (installPackages('webkit2gtk-driver', 'xvfb') ? installedWebKitGtk() : undefined)
  if (!found)
    throw new Error('These tests need WebKit: install the packages webkit2gtk-driver and xvfb, or run `npx playwright install webkit`.')
  return found
}

function installedWebKitGtk(): WebKitPrograms | undefined {
  const [driver, display] = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb']
  const browser = globSync('/usr/lib/*/webkit*gtk-*/MiniBrowser').toSorted().at(-1)
  return browser && existsSync(driver) && existsSync(display) ? { driver, browser, display } : undefined
}
