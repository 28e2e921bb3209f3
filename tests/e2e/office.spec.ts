/** The windows of the back-office, and its pages between a phone and a desk. `accessibility.spec.ts` walks the pages themselves. */
import type { Page } from '@playwright/test'
import { pathsOf, OFFICE, OWN } from './every-page.ts'
import { expectNoAxeViolations } from './axe.ts'
import { PHONE, WIDE } from './no-faults.ts'
import { shiftOf, watchShifts } from './layout-shift.ts'
import { deleteEnquiries } from './office-hands.ts'
import { waitUntilSettled } from './settled.ts'
import { NIGHTLY, nightlyUnless } from './nightly.ts'
import { expect, test } from './shared-context.ts'

test.use({ expectedInConsole: /status of (401|403|404)/ })

const DIALOGS: [path: string, button: RegExp][] = [
  ['/admin/products', /^Add Product/],
  ['/admin/products', /^Edit/],
  ['/admin/articles', /^Create Article/],
  ['/admin/articles', /^Edit/],
  ['/admin/forums', /^Add Forum Topic/],
  ['/admin/forums', /^Edit/],
  ['/admin/users', /^Create User/],
  ['/admin/users', /^View/],
  ['/admin/enquiries', /^View/],
]

/** Each box that asks before something is done, and the way to it: buttons by name, and a choice that has to be made. */
const QUESTIONS: [path: string, ...ways: RegExp[]][] = [
  ['/admin/products', /^Delete/],
  ['/admin/articles', /^Delete/],
  ['/admin/forums', /^Delete/],
  ['/admin/enquiries', /^Delete/],
  ['/admin/newsletter', /^Remove/],
  ['/admin/users?search=tomasz_hull', /^View/, /^Restrict/],
  ['/admin/trash', /^Delete .* permanently$/],
  // These ask for words to be typed.
  ['/admin/settings', /^Remove demo content/],
  ['/admin/settings', /^Replace with starter content/],
]

/** Words of a table that go on in the next line. A hyphen and the like may end one. */
const brokenWords = (page: Page) =>
  page.getByRole('table').evaluateAll((tables) =>
    tables.flatMap((table) => {
      const broken: string[] = []
      const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s\-/–—]+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)))
          if (lines.size > 1) broken.push(word)
        }
      }
      return broken
    }),
  )

/** Placeholders that are wider than their field. */
const cutPlaceholders = (page: Page) =>
  page.locator('main input[placeholder]').evaluateAll((inputs) =>
    inputs.flatMap((input) => {
      const { placeholder, clientWidth } = input as HTMLInputElement
      const { fontWeight, fontSize, fontFamily, letterSpacing, paddingLeft, paddingRight } = getComputedStyle(input)
      const pen = document.createElement('canvas').getContext('2d')
      if (!pen || clientWidth === 0) return []
      Object.assign(pen, { font: `${fontWeight} ${fontSize} ${fontFamily}`, letterSpacing })
      const room = clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      return pen.measureText(placeholder).width > room + 0.5 ? [`${placeholder}: ${room} px`] : []
    }),
  )

const BOTH = ['light', 'dark'] as const

test.describe('signed in', () => {
  test.use({ persona: 'administrator' })

  test('pages of the back-office load with a CLS below 0.02', NIGHTLY, async ({ page }) => {
    await watchShifts(page)
    for (const size of [PHONE, WIDE]) {
      await page.setViewportSize(size)
      for (const path of ['/admin', '/admin/reviews', '/admin/reports', '/admin/products', '/admin/enquiries']) {
        await page.goto(path)
        await waitUntilSettled(page)
        expect.soft(await shiftOf(page), `${path} at ${size.width} px`).toBeLessThan(0.02)
      }
    }
  })

  for (const [at, [path, button]] of DIALOGS.entries())
    for (const [theme, colorScheme] of BOTH.entries())
      test(
        `${path}: dialog ${button.source} has no axe violations, ${colorScheme}`,
        nightlyUnless(theme === at % 2 && at % 12 === 6),
        async ({ page }) => {
          await page.emulateMedia({ colorScheme })
          await page.goto(path)
          await page.getByRole('main').getByRole('button', { name: button }).first().click()
          await expect(page.getByRole('dialog')).toBeVisible()
          for (const size of [WIDE, PHONE]) {
            await page.setViewportSize(size)
            await expectNoAxeViolations(page, `${size.width} px`)
          }
        },
      )

  for (const [at, [path, ...ways]] of QUESTIONS.entries())
    for (const [theme, colorScheme] of BOTH.entries())
      test(
        `${path}: the question after “${ways.map(({ source }) => source).join(', ')}” has no axe violations, ${colorScheme}`,
        nightlyUnless(theme === at % 2 && at % 12 === 1),
        async ({ page }) => {
          await page.emulateMedia({ colorScheme })
          await deleteEnquiries(page, 'Ada')
          await page.request.post('/api/newsletter', { data: { email: `${crypto.randomUUID()}@example.org` } })
          await page.goto(path)
          // What is still loading would move the button away under the pointer.
          await waitUntilSettled(page)
          for (const [at, way] of ways.entries()) {
            const box = at === 0 ? page.getByRole('main') : page.getByRole('dialog')
            await box.getByRole('button', { name: way }).first().click()
          }
          const question = page.getByRole('alertdialog')
          await expect(question).toBeVisible()
          for (const size of [WIDE, PHONE]) {
            await page.setViewportSize(size)
            await expectNoAxeViolations(page, `${size.width} px`)
          }
          await question.getByRole('button', { name: 'Cancel' }).click()
          await expect(question).toBeHidden()
        },
      )

  test('each table of the back-office has an accessible name', NIGHTLY, async ({ page }) => {
    await deleteEnquiries(page, 'Ada')
    await page.request.post('/api/newsletter', { data: { email: `${crypto.randomUUID()}@example.org` } })
    const names: string[] = []
    for (const path of pathsOf(OFFICE).filter((one) => !one.includes('?'))) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await waitUntilSettled(page)
      const tables = await page.getByRole('table').all()
      for (const table of tables) names.push(/^- table(?: "(.*?)")?/.exec(await table.ariaSnapshot())?.[1] ?? `nothing at ${path}`)
    }
    expect(names).toEqual(expect.arrayContaining(['Products', 'Articles', 'Enquiries', 'Newsletter addresses', 'Audit log', 'Trash']))
    expect(names.filter((name) => name.startsWith('nothing'))).toEqual([])
  })

  test('at 1280 px no word in a table of the back-office is broken and no placeholder is cut off', NIGHTLY, async ({ page }) => {
    const email = `${'a'.repeat(12)}.of-a-long-name@a-company-with-many-words.example.org`
    const product = (await (await page.request.get('/api/products?perPage=1')).json()) as [{ id: number; name: string; price: string }]
    const [{ id: productId, name: productName, price: productPrice }] = product
    const enquiry = {
      name: 'Bartholomew Featherstonehaugh-Cholmondeley',
      email,
      phone: '',
      address: '1 Long Street, Penmachno',
      message: 'x',
    }
    await page.request.post('/api/enquiries', { data: { ...enquiry, productId, productName, productPrice } })
    await page.request.post('/api/newsletter', { data: { email } })
    await page.setViewportSize({ width: 1280, height: 800 })
    for (const path of pathsOf(OFFICE).filter((one) => !one.includes('?'))) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await waitUntilSettled(page)
      expect([path, await brokenWords(page), await cutPlaceholders(page)]).toEqual([path, [], []])
    }
  })

  test('no page of the back-office overflows horizontally at 768 px', NIGHTLY, async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 800 })
    for (const path of pathsOf({ ...OFFICE, ...OWN })) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await waitUntilSettled(page)
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([path, over]).toEqual([path, 0])
    }
  })

  test('ADM-NAV-05 ADM-PROD-05 on a phone the menu is a sheet and rows are cards', NIGHTLY, async ({ page }) => {
    await page.setViewportSize({ width: 767, height: 800 })
    await page.goto('/admin/products')
    await expect(page.getByRole('columnheader', { name: 'Name' })).not.toBeInViewport()
    await page.getByRole('button', { name: /Admin menu/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Administration' })
    await sheet.getByRole('link', { name: 'Articles' }).click()
    await expect(page.getByRole('heading', { name: 'Articles Management' })).toBeVisible()
    await expect(sheet).toBeHidden()
    await page.setViewportSize({ width: 768, height: 800 })
    await expect(page.getByRole('button', { name: /Admin menu/ })).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Articles' })).toHaveAttribute(
      'aria-current',
      'page',
    )
  })
})

for (const colorScheme of BOTH)
  test(`the Admin Login dialog has no axe violations, ${colorScheme}`, NIGHTLY, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/')
    await page.getByRole('button', { name: 'Admin Login' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoAxeViolations(page)
  })
