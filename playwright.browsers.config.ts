/** A visitor's and an administrator's day in Firefox and WebKit: `npm run test:browsers`. */
import { defineConfig } from '@playwright/test'
import chromium from './playwright.config.ts'
import { findFirefox, findPlaywrightWebKit } from './tests/browsers/find-browsers.ts'

const days = { testDir: 'tests/e2e', testMatch: /(visitors|administrators)-day\.spec\.ts/ }
const webkit = findPlaywrightWebKit()

export default defineConfig({
  ...chromium,
  // Nightly, and perhaps on a slow machine.
  timeout: 180_000,
  reporter: [['line'], ['json', { outputFile: 'test-results/browsers.json' }]],
  projects: [
    { name: 'firefox', ...days, use: findFirefox() },
    // Playwright cannot drive a distribution's WebKit: there the days are walked by WebDriver.
    webkit ? { name: 'webkit', ...days, use: webkit } : { name: 'webkit', testDir: 'tests/browsers', testMatch: /webkit-days\.spec\.ts/ },
  ],
})
