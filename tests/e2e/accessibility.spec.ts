/** On every page, for whoever opens it, in either theme, on a phone and on a desk, nothing stands in anybody's way. */
import { pathsOf, OFFICE, OWN, pageFiles, PUBLIC } from './every-page.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expectNoPageProblems } from './no-faults.ts'
import { NIGHTLY, nightlyUnless } from './nightly.ts'
import { expect, test } from './shared-context.ts'

// A page that cannot reckon with what its address says answers so.
test.use({ expectedInConsole: /status of (400|401|403|404)|404 \(Not Found\)/ })

const BOTH = ['light', 'dark'] as const
/** One theme on a desk and the other on a phone; the next address of the list the other way round. */
const themesOf = (at: number) => (at % 2 ? ({ desk: 'dark', phone: 'light' } as const) : ({ desk: 'light', phone: 'dark' } as const))
/** By day one page of each kind, to whoever is at home there; all of them, full, filtered, empty and lost, to everybody, by night. */
const DAILY = new Set([
  '/',
  '/articles/heat-pump-running-costs',
  '/forum/1',
  '/products/hearthstone-keep-10?tab=reviews',
  '/tools/grants',
  '/account',
  '/admin/articles',
])
/** What is empty or lost looks the same to whoever is signed in. */
const isFull = (path: string) => !/nowhere|nothing|99|extra/.test(path)

test('every page of the site is walked here', () => {
  const walked = Object.keys({ ...PUBLIC, ...OWN, ...OFFICE }).filter((name) => name !== 'site/shell/not-found')
  expect(walked.toSorted()).toEqual(pageFiles().toSorted())
})

for (const [at, path] of [...pathsOf(PUBLIC), '/account', '/admin'].entries()) {
  test(`a visitor at ${path}`, nightlyUnless(DAILY.has(path) && !/^.(admin|account)/.test(path)), async ({ page }) => {
    await page.goto(path)
    await expectNoPageProblems(page, themesOf(at))
  })
}

test.describe('a member', () => {
  test.use({ persona: 'member' })
  const addresses = [
    ...pathsOf(OWN),
    ...pathsOf(PUBLIC).filter((one) => /^\/(products|forum|articles|enquiry|user|sign)/.test(one) && isFull(one)),
  ]
  for (const [at, path] of addresses.entries()) {
    test(`at ${path}`, nightlyUnless(DAILY.has(path) && path.startsWith('/account')), async ({ page }) => {
      await page.goto(path)
      // A signed-in member is redirected from the pages for signing in.
      await expect(page).not.toHaveURL(path.startsWith('/sign-') ? /\/sign-/ : 'about:blank')
      await expectNoPageProblems(page, themesOf(at + 1))
    })
  }
})

test.describe('an administrator', () => {
  test.use({ persona: 'administrator' })
  const addresses = [...pathsOf(OFFICE), '/', '/articles/winter-range', '/forum/1', '/products/hearthstone-keep-10?tab=reviews']
  for (const [at, path] of addresses.entries()) {
    test(`at ${path}`, nightlyUnless(DAILY.has(path) && path.startsWith('/admin')), async ({ page }) => {
      await page.goto(path)
      await expectNoPageProblems(page, themesOf(at))
    })
  }
})

for (const colorScheme of BOTH) {
  test(`open forms, sheets, choices and messages, ${colorScheme}`, NIGHTLY, async ({ page }) => {
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
