/** Pictures of every screen, compared by machine: `npm run test:pictures`. */
import { defineConfig } from '@playwright/test'
import chromium from './playwright.config.ts'

const folder = process.env['PICTURES_FOLDER']
if (!folder) throw new Error('npm run test:pictures -- --save FOLDER, or --against FOLDER')

const { launchOptions } = chromium.use ?? {}

export default defineConfig({
  ...chromium,
  // Nightly, and perhaps on a slow machine.
  timeout: 900_000,
  testDir: 'tests/pictures',
  globalSetup: './tests/pictures/picture-server.ts',
  outputDir: 'test-results/pictures',
  snapshotPathTemplate: `${folder}/{arg}{ext}`,
  updateSnapshots: process.env['PICTURES_SAVE'] ? 'all' : 'none',
  // Every pixel counts. The least that can be seen is allowed: shadows are rounded one way or the other, by one in 255.
  expect: { timeout: 120_000, toHaveScreenshot: { threshold: 0.01, maxDiffPixels: 0 } },
  reporter: [['./tests/pictures/picture-reporter.ts']],
  // Drawings are separate documents: only the setting of the browser, not that of a page, stops their animation.
  use: {
    ...chromium.use,
    screenshot: 'off',
    launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), '--force-prefers-reduced-motion'] },
  },
})
