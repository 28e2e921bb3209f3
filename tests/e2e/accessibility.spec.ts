/** Checks every page with axe and in both themes, for each role that opens it, at desktop and phone width. */
import { pathsOf, OFFICE, OWN, pageFiles, PUBLIC } from './every-page.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expectNoPageProblems } from './no-faults.ts'
import { NIGHTLY, nightlyUnless } from './nightly.ts'
import { expect, test } from './shared-context.ts'

// Pages respond with these statuses to missing content, invalid parameters and missing sessions.
test.use({ expectedInConsole: /status of (400|401|403|404)|404 \(Not Found\)/ })

const BOTH = ['light', 'dark'] as const
/** Alternates along the list which theme is checked at desktop width and which at phone width. */
const themesAt = (index: number) => (index % 2 ? ({ desk: 'dark', phone: 'light' } as const) : ({ desk: 'light', phone: 'dark' } as const))
/** Pages of the daily run: one per kind and role. The nightly run checks all states (full, filtered, empty, not found) for every role. */
const DAILY = new Set([
  '/',
  '/articles/heat-pump-running-costs',
  '/forum/1',
  '/products/hearthstone-keep-10?tab=reviews',
  '/tools/grants',
  '/account',
  '/admin/articles',
])
/** Empty and missing pages look the same for every role. */
const isFull = (path: string) => !/nowhere|nothing|99|extra/.test(path)

test('the paths that these tests visit cover every page file', () => {
  const covered = Object.keys({ ...PUBLIC, ...OWN, ...OFFICE }).filter((name) => name !== 'site/shell/not-found')
  expect(covered.toSorted()).toEqual(pageFiles().toSorted())
})

for (const [index, path] of [...pathsOf(PUBLIC), '/account', '/admin'].entries()) {
  test(
    `${path} has no axe violations for a visitor`,
    nightlyUnless(DAILY.has(path) && !/^.(admin|account)/.test(path)),
    async ({ page }) => {
      await page.goto(path)
      await expectNoPageProblems(page, themesAt(index))
    },
  )
}

test.describe('as a member', () => {
  test.use({ persona: 'member' })
  const paths = [
    ...pathsOf(OWN),
    ...pathsOf(PUBLIC).filter((one) => /^\/(products|forum|articles|enquiry|user|sign)/.test(one) && isFull(one)),
  ]
  for (const [index, path] of paths.entries()) {
    test(`${path} has no axe violations`, nightlyUnless(DAILY.has(path) && path.startsWith('/account')), async ({ page }) => {
      await page.goto(path)
      // A signed-in member is redirected from the pages for signing in.
      await expect(page).not.toHaveURL(path.startsWith('/sign-') ? /\/sign-/ : 'about:blank')
      await expectNoPageProblems(page, themesAt(index + 1))
    })
  }
})

test.describe('as an administrator', () => {
  test.use({ persona: 'administrator' })
  const paths = [...pathsOf(OFFICE), '/', '/articles/winter-range', '/forum/1', '/products/hearthstone-keep-10?tab=reviews']
  for (const [index, path] of paths.entries()) {
    test(`${path} has no axe violations`, nightlyUnless(DAILY.has(path) && path.startsWith('/admin')), async ({ page }) => {
      await page.goto(path)
      await expectNoPageProblems(page, themesAt(index))
    })
  }
})

for (const colorScheme of BOTH) {
  test(`open forms, dialogs and toasts have no axe violations on a phone, ${colorScheme}`, NIGHTLY, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/forum')
    await page.getByRole('button', { name: 'Start New Topic' }).click()
    await page.getByRole('button', { name: 'Post Topic' }).click()
    await expectNoAxeViolations(page, 'a topic')
    await page.goto('/enquiry/plover-home-7')
    await page.getByRole('button', { name: 'Submit Enquiry' }).click()
    await expect(page.getByText('Name must be at least 2 characters')).toBeVisible()
    await expectNoAxeViolations(page, 'an enquiry')
    await page.goto('/products/hearthstone-keep-10?tab=reviews')
    await page.getByRole('button', { name: 'Submit Review' }).click()
    await expectNoAxeViolations(page, 'a review')
    await page.goto('/')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByRole('region', { name: /notifications/i }).getByRole('listitem')).toBeVisible()
    await expectNoAxeViolations(page, 'a message')
    await page.goto('/about')
    await page.getByRole('button', { name: /menu/i }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expectNoAxeViolations(page, 'the menu')
    await page.keyboard.press('Escape')
    await page.goto('/products?category=ev-chargers')
    await page
      .getByRole('checkbox', { name: /compare/i })
      .first()
      .check()
    await expect(page.getByRole('complementary', { name: 'Products to compare' })).toBeVisible()
    await expectNoAxeViolations(page, 'the tray')
  })
}
