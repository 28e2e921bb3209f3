import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/support/chromium.ts'
import { isNightly } from './tests/support/run-mode.ts'

// As root Chromium needs --no-sandbox; the others keep it from calling home.
const args = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]
const { executablePath, env } = await findChromium()

export default defineConfig({
  testDir: 'tests/e2e',
  // More than there are cores, because a test mostly waits for dialogs and messages.
  workers: 4,
  fullyParallel: true,
  forbidOnly: true,
  // The other theme or the other width of what is looked at by day, for the most part.
  ...(isNightly ? {} : { grepInvert: /@nightly/ }),
  // A test that passes only when run again is listed as flaky, and mended like one that fails.
  retries: 1,
  // Timeouts for a machine that is ten times slower; a passing test never waits for them.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  globalSetup: './tests/support/e2e-server.ts',
  reporter: [['line'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    launchOptions: { executablePath, args, env: { ...(process.env as Record<string, string>), ...env } },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
  },
})
