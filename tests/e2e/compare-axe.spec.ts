/** Axe checks of the comparison page and of a list with the compare tray. */
import { expectNoAxeViolations } from './axe.ts'
import { NIGHTLY } from './nightly.ts'
import { test } from './shared-context.ts'

test.use({ persona: 'shopper', expectedInConsole: /404 \(Not Found\)/ })

const PATHS = [
  '/compare',
  '/compare?p=otterbourne-tern-77,wrenfield-lark-58',
  '/compare?p=hearthstone-keep-10,larder-wall-5,quern-portable-2',
  '/compare?p=nowhere,plover-home-7,thornbury-aria-7&differences=1',
  '/products?category=electric-vehicles&range_min=300',
]
const LAYOUTS = (['light', 'dark'] as const).flatMap((colorScheme) => [360, 1280].map((width) => ({ colorScheme, width })))

for (const path of PATHS)
  for (const { colorScheme, width } of LAYOUTS)
    test(`${path} has no axe violations, ${colorScheme}, ${width} px`, NIGHTLY, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await expectNoAxeViolations(page)
    })
