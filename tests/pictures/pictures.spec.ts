/** Takes the picture of every screen, and holds it against the one from before. */
import type { Page } from '@playwright/test'
import { waitUntilSettled } from '#tests/e2e/settled.ts'
import { expect, test as base } from '#tests/e2e/site.ts'
import { MOMENT } from './moment.ts'
import { stateOf } from './picture-server.ts'
import { SCREENS, WIDTHS } from './screens.ts'

// The server has another port each time, and says on a few pages where it is.
const test = base.extend({
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => use({ ...extraHTTPHeaders, 'x-forwarded-host': 'pictures.example.org' }),
})

const HEIGHTS: Record<number, number> = { 360: 740, 768: 1024, 1280: 800 }
const COVERED_HEIGHT = 1800

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    for (const { name, path, as, open, covers, widths = WIDTHS } of SCREENS) {
      test.describe(name, () => {
        // The browser calls itself a robot, so that no picture is counted as a view.
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
            await seeAllImages(page)
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

/** Those below the window, too; one that cannot be had is not waited for. */
const seeAllImages = (page: Page) =>
  page.evaluate(async () => {
    const images = [...document.images]
    for (const image of images) image.loading = 'eager'
    // What was pressed further down has moved the page: the header belongs at its top.
    scrollTo(0, 0)
    await document.fonts.ready
    await Promise.allSettled(images.map((image) => image.decode()))
  })
