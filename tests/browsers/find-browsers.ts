/** Firefox and WebKit as this machine has them: Playwright's own where they are installed, else the distribution's. Nothing is skipped. */
import { existsSync, globSync } from 'node:fs'
import { firefox, webkit, type PlaywrightTestOptions, type PlaywrightWorkerOptions } from '@playwright/test'
import { installPackages } from '#tests/support/debian.ts'

type Use = Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>

/** What the distribution's WebKit needs: the driver, the window that it drives, and a screen. */
export interface WebKitPrograms {
  driver: string
  browser: string
  display: string
}

/** @throws Error with one sentence when none can be had */
export function findFirefox(): Use {
  if (existsSync(firefox.executablePath())) return { browserName: 'firefox', launchOptions: {} }
  const installed = () => ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path))
  const executablePath = installed() ?? (installPackages('firefox-esr') ? installed() : undefined)
  if (!executablePath)
    throw new Error('These tests need Firefox: install the package firefox-esr, or run `npx playwright install firefox`.')
  // The channel makes Playwright speak WebDriver BiDi, which an unchanged Firefox understands.
  return { browserName: 'firefox', channel: 'moz-firefox', launchOptions: { executablePath } }
}

/** Playwright's own WebKit walks the same days as Chromium; undefined where it is not installed. */
export const findPlaywrightWebKit = (): Use | undefined =>
  existsSync(webkit.executablePath()) ? { browserName: 'webkit', launchOptions: {} } : undefined

/** @throws Error with one sentence when it cannot be had */
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
