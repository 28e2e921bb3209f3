/** Takes a screenshot of every screen and compares it with the saved one. */
import type { Page } from '@playwright/test'
import { waitUntilSettled } from '#tests/e2e/settled.ts'
import { expect, test as base } from '#tests/e2e/site.ts'
import { MOMENT } from './moment.ts'
import { stateOf } from './picture-server.ts'
import { SCREENS, WIDTHS } from './screens.ts'

// A fixed host, as some pages show the site's URL and the server's port varies.
const test = base.extend({
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => use({ ...extraHTTPHeaders, 'x-forwarded-host': 'pictures.example.org' }),
})

const HEIGHTS: Record<number, number> = { 360: 740, 768: 1024, 1280: 800 }
const COVERED_HEIGHT = 1800

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    for (const { name, path, as, open, covers, widths = WIDTHS } of SCREENS) {
      test.describe(name, () => {
        // A bot's user agent, so that no views are counted.
        test.use({
          colorScheme,
          userAgent: 'Mozilla/5.0 Playwright',
          contextOptions: { reducedMotion: 'reduce' },
          expectedInConsole: /./,
          ...(as && { storageState: stateOf(as) }),
        })
        test(`${name}, ${colorScheme}`, async ({ page }) => {
          const resize = (width: number) => page.setViewportSize({ width, height: covers ? COVERED_HEIGHT : (HEIGHTS[width] ?? 800) })
          await resize(widths[0] ?? 1280)
          await page.clock.setFixedTime(MOMENT)
          if (as === 'administrator') await page.addInitScript(() => localStorage.setItem('isAdmin', 'true'))
          await page.goto(path)
          await waitUntilSettled(page)
          await open?.(page)
          for (const width of widths) {
            await resize(width)
            await loadAllImages(page)
            await expect.soft(page).toHaveScreenshot(fileOf(name, colorScheme, width), { fullPage: !covers })
          }
        })
      })
    }
  })
}

const fileOf = (...parts: (string | number)[]) =>
  `${parts
    .join(' ')
    .replaceAll(/[^\w.]+/g, '-')
    .replace(/^-/, '')}.png`

/** Loads all images, lazy ones included; failed ones are not awaited. */
const loadAllImages = (page: Page) =>
  page.evaluate(async () => {
    const images = [...document.images]
    for (const image of images) image.loading = 'eager'
    // A click further down may have scrolled the page.
    scrollTo(0, 0)
    await document.fonts.ready
    await Promise.allSettled(images.map((image) => image.decode()))
  })
