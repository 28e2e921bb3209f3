/** Accessible names and form structure that axe does not check. */
import type { Page } from '@playwright/test'
import { nightlyUnless } from './nightly.ts'
import { expect, PAGES, test } from './site.ts'

const PATHS = {
  ...PAGES,
  comparison: '/compare?p=hearthstone-keep-10,larder-wall-5,plover-home-7',
  'products of a category': '/products?category=battery-storage',
  launch: '/deploy',
}

/** Pages of the daily run: a list and a form. */
const DAILY = new Set(['product reviews', 'enquiry'])

const NAMED_ELEMENTS = 'a, button, label, th, td, h1, h2, h3, h4, summary, caption, [role=tab]'
const wordsIn = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/**
 * Finds accessible names with fewer spaces than the text. The server renders a comment between two text nodes of one element; a space next to
 * it is visible but dropped when Chromium computes a name from content: `Reviews10`.
 */
async function findLostSpaces(page: Page): Promise<string[]> {
  const written = new Map<string, number>()
  for (const text of await page.locator(NAMED_ELEMENTS).allTextContents()) written.set(wordsIn(text).join(''), wordsIn(text).length)
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const names = nodes.map(({ name }) => String(name?.value ?? ''))
  return names.filter((name) => wordsIn(name).length < (written.get(wordsIn(name).join('')) ?? 0))
}

/** Finds links of cards and lists with the same accessible name, as computed by Chromium, and different targets. */
async function findAmbiguousLinks(page: Page): Promise<string[]> {
  const links = await page.locator('main :is(article, li, td) a').all()
  const targetsByName = new Map<string, Set<string>>()
  await Promise.all(
    links.map(async (link) => {
      const name = /^- link (".*?"|\/.*?\/)/.exec(await link.ariaSnapshot())?.[1]
      if (name) targetsByName.set(name, (targetsByName.get(name) ?? new Set()).add((await link.getAttribute('href')) ?? ''))
    }),
  )
  return [...targetsByName].filter(([, targets]) => targets.size > 1).map(([name, targets]) => `${name}: ${[...targets].join(' ')}`)
}

for (const [name, path] of Object.entries(PATHS)) {
  test(
    `${name}: names keep spaces and are unambiguous, labels have fields, forms have submit buttons`,
    nightlyUnless(DAILY.has(name)),
    async ({ page }) => {
      await page.goto(path)
      expect(await findLostSpaces(page)).toEqual([])
      const labelsWithoutField = await page
        .locator('label[for]')
        .evaluateAll((labels) =>
          labels.filter((label) => (label as HTMLLabelElement).control === null).map((label) => label.outerHTML.slice(0, 120)),
        )
      expect(labelsWithoutField).toEqual([])
      const formsWithoutSubmit = await page
        .locator('form')
        .evaluateAll((forms) =>
          forms
            .filter((form) => !form.querySelector('button:not([type=button]), input[type=submit]'))
            .map((form) => form.outerHTML.slice(0, 120)),
        )
      expect(formsWithoutSubmit).toEqual([])
      const selectsWithoutEmptyOption = await page
        .locator('select[required]')
        .evaluateAll((selects) =>
          selects
            .filter((select) => (select as HTMLSelectElement).options[0]?.value !== '')
            .map((select) => select.outerHTML.slice(0, 120)),
        )
      expect(selectsWithoutEmptyOption).toEqual([])
      expect(await findAmbiguousLinks(page)).toEqual([])
    },
  )
}

test('a count is a separate word in the accessible name of its control', async ({ page }) => {
  await page.goto('/products/hearthstone-keep-10')
  const snapshot = await page.locator('main').ariaSnapshot()
  expect(snapshot).toMatch(/tab "Reviews \d+"/)
  expect(snapshot).toMatch(/link "Rating: \d\.\d out of 5 \(\d+ reviews\)"/)
  expect(snapshot).toMatch(/link "View Deals [A-Z]/)
})
