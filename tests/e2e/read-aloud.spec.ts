/** What a screen reader says, and what stands behind it in the page, where axe has nothing to say. */
import type { Page } from '@playwright/test'
import { nightlyUnless } from './nightly.ts'
import { expect, PAGES, test } from './site.ts'

const ADDRESSES = {
  ...PAGES,
  comparison: '/compare?p=hearthstone-keep-10,larder-wall-5,plover-home-7',
  'products of a category': '/products?category=battery-storage',
  launch: '/deploy',
}

/** A list and a form; the others by night. */
const DAILY = new Set(['product reviews', 'enquiry'])

const NAMED = 'a, button, label, th, td, h1, h2, h3, h4, summary, caption, [role=tab]'
const wordsIn = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/**
 * What Chromium calls with fewer spaces than are written. The server puts a mark between two texts of one element, and a space alone beside one
 * is seen but lost where a name is made of what is inside: `Reviews10`.
 */
async function lostSpaces(page: Page): Promise<string[]> {
  const written = new Map<string, number>()
  for (const text of await page.locator(NAMED).allTextContents()) written.set(wordsIn(text).join(''), wordsIn(text).length)
  const browser = await page.context().newCDPSession(page)
  const { nodes } = await browser.send('Accessibility.getFullAXTree')
  const names = nodes.map(({ name }) => String(name?.value ?? ''))
  return names.filter((name) => wordsIn(name).length < (written.get(wordsIn(name).join('')) ?? 0))
}

/** Links of cards and lists that are called the same and lead elsewhere. The names are Chromium's own. */
async function sameNames(page: Page): Promise<string[]> {
  const links = await page.locator('main :is(article, li, td) a').all()
  const told = new Map<string, Set<string>>()
  await Promise.all(
    links.map(async (link) => {
      const name = /^- link (".*?"|\/.*?\/)/.exec(await link.ariaSnapshot())?.[1]
      if (name) told.set(name, (told.get(name) ?? new Set()).add((await link.getAttribute('href')) ?? ''))
    }),
  )
  // Wherever they stand, these lead to the same thing in other words: a category's guides and its products.
  return [...told].filter(([, leads]) => leads.size > 1).map(([name, leads]) => `${name}: ${[...leads].join(' ')}`)
}

for (const [name, path] of Object.entries(ADDRESSES)) {
  test(
    `${name}: spaces are told, labels belong to what they name, what is sent can be sent`,
    nightlyUnless(DAILY.has(name)),
    async ({ page }) => {
      await page.goto(path)
      expect(await lostSpaces(page)).toEqual([])
      const astray = await page
        .locator('label[for]')
        .evaluateAll((labels) =>
          labels.filter((label) => (label as HTMLLabelElement).control === null).map((label) => label.outerHTML.slice(0, 120)),
        )
      expect(astray).toEqual([])
      const without = await page
        .locator('form')
        .evaluateAll((forms) =>
          forms
            .filter((form) => !form.querySelector('button:not([type=button]), input[type=submit]'))
            .map((form) => form.outerHTML.slice(0, 120)),
        )
      expect(without).toEqual([])
      const asked = await page
        .locator('select[required]')
        .evaluateAll((selects) =>
          selects
            .filter((select) => (select as HTMLSelectElement).options[0]?.value !== '')
            .map((select) => select.outerHTML.slice(0, 120)),
        )
      expect(asked).toEqual([])
      expect(await sameNames(page)).toEqual([])
    },
  )
}

test('a count is a word of its own', async ({ page }) => {
  await page.goto('/products/hearthstone-keep-10')
  const reading = await page.locator('main').ariaSnapshot()
  expect(reading).toMatch(/tab "Reviews \d+"/)
  expect(reading).toMatch(/link "Rating: \d\.\d out of 5 \(\d+ reviews\)"/)
  expect(reading).toMatch(/link "View Deals [A-Z]/)
})
