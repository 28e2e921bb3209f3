/** Products side by side and the tray that leads there, as axe sees them. */
import { expectNoAxeFaults } from './axe.ts'
import { nightlyUnless } from './nightly.ts'
import { test } from './shared-context.ts'

test.use({ persona: 'shopper', expectedInConsole: /404 \(Not Found\)/ })

const ADDRESSES = [
  '/compare',
  '/compare?p=otterbourne-tern-77,wrenfield-lark-58',
  '/compare?p=hearthstone-keep-10,larder-wall-5,quern-portable-2',
  '/compare?p=nowhere,plover-home-7,thornbury-aria-7&differences=1',
  '/products?category=electric-vehicles&range_min=300',
]
const LAYOUTS = (['light', 'dark'] as const).flatMap((colorScheme) => [360, 1280].map((width) => ({ colorScheme, width })))

for (const [at, path] of ADDRESSES.entries())
  for (const [turn, { colorScheme, width }] of LAYOUTS.entries())
    // By day every other one once, in turn.
    test(`axe finds nothing on ${path}, ${colorScheme}, ${width} px`, nightlyUnless(turn === at % 4 && at % 2 === 0), async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await expectNoAxeFaults(page)
    })
