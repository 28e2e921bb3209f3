/** Tabbing through public pages. */
import { walkDown } from './keyboard.ts'
import { nightlyUnless } from './nightly.ts'
import { waitUntilSettled } from './settled.ts'
import { expect, test } from './shared-context.ts'

test.use({ expectedInConsole: /404 \(Not Found\)/ })

const PATHS = [
  '/',
  '/articles',
  '/articles/heat-pump-running-costs',
  '/articles/expert/1',
  '/forum',
  '/forum/1',
  '/products?category=ev-chargers',
  '/products/hearthstone-keep-10?tab=reviews',
  '/compare?p=plover-home-7,plover-yard-11',
  '/enquiry/hearthstone-keep-10',
  '/category/home-efficiency',
  '/user/2',
  '/about',
  '/deploy',
  '/sign-up',
  '/sign-in',
  '/forgot-password',
  '/claim',
  '/confirm-email',
  '/newsletter/confirm',
  '/nowhere',
]

/** Pages of the daily run, with the most tab stops. */
const DAILY = new Set(['/', '/enquiry/hearthstone-keep-10'])

const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 360, height: 640 } }

for (const [pathIndex, path] of PATHS.entries())
  for (const [sizeIndex, [size, viewport]] of Object.entries(SIZES).entries())
    test(
      `${size}: Tab moves down ${path} with a visible focus ring on every control`,
      nightlyUnless(sizeIndex === pathIndex % 2 && DAILY.has(path)),
      async ({ page }) => {
        await page.setViewportSize(viewport)
        await page.goto(path)
        await waitUntilSettled(page)
        const { problems, seen } = await walkDown(page, 150)
        expect(problems).toEqual([])
        expect(seen.size).toBeGreaterThan(8)
      },
    )
