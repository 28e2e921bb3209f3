/** A long read: contents, headings with an address, notes there and back, figures, paper, four times as large. */
import type { Page } from '@playwright/test'
import { nonEmpty } from '#tests/support/non-empty.ts'
import { expectNoAxeViolations } from './axe.ts'
import { NIGHTLY } from './nightly.ts'
import { expect, test } from './site.ts'

const ARTICLE = '/articles/one-phase-or-three'
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id)

test('contents lead to every heading, and the one being read is marked', async ({ page }) => {
  await page.goto(ARTICLE)
  const contents = page.getByRole('navigation', { name: 'In this article' })
  const links = contents.getByRole('link')
  const headings = page.locator('main .prose h2:not(.footnotes h2)')
  await expect(links).toHaveText(nonEmpty(await headings.allTextContents()))
  const last = links.last()
  await last.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#sources$/)
  await expect(page.getByRole('heading', { name: 'Sources' })).toBeInViewport()
  await expect.poll(() => focusedId(page)).toBe('sources')
  await links.nth(2).click()
  await expect(links.nth(2)).toHaveAttribute('aria-current', 'location')
})

test('on a phone the contents are folded, with their number, and open without our script', NIGHTLY, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const [path, label] of [
    [ARTICLE, 'In this article'],
    ['/about', 'On this page'],
  ] as const) {
    await page.goto(path)
    const contents = page.getByRole('navigation', { name: label })
    await expect(contents).toBeHidden()
    const summary = page.locator('[data-part=section-fold] > summary')
    await expect(summary).toHaveText(new RegExp(`^${label} \\d+ sections$`))
    await summary.focus()
    await page.keyboard.press('Enter')
    await expect(contents).toBeVisible()
    const link = contents.getByRole('link').nth(1)
    const title = (await link.textContent()) ?? ''
    await link.click()
    await expect(page.getByRole('heading', { name: title, exact: true }).first()).toBeInViewport()
  }
})

test('a heading has an address of its own, for mouse and keyboard', NIGHTLY, async ({ page }) => {
  await page.goto(ARTICLE)
  const heading = page.getByRole('heading', { name: 'What the car can take', exact: true })
  const link = page.getByRole('link', { name: 'Link to “What the car can take”', exact: true })
  await expect(link).toHaveCSS('opacity', '0')
  await heading.hover()
  await expect(link).toHaveCSS('opacity', '1')
  await page.mouse.move(0, 0)
  await link.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(link).toHaveCSS('opacity', '1')
  const box = await link.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${ARTICLE}#what-the-car-can-take$`))
  await page.reload()
  await expect(heading).toBeInViewport()
})

test('a note there and back by keyboard, and the place one comes to is marked', async ({ page }) => {
  await page.goto(ARTICLE)
  const mark = page.getByRole('link', { name: 'Note 1', exact: true })
  const around = page.locator('sup', { has: mark })
  const plain = await around.evaluate((element) => getComputedStyle(element).backgroundColor)
  const size = await mark.boundingBox()
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(24)
  await mark.focus()
  await page.keyboard.press('Enter')
  const note = page.locator('#fn1')
  await expect(note).toBeFocused()
  await expect(note).toBeInViewport()
  expect(await note.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(plain)
  // The last of its links; the others lead to its sources.
  const links = await note.getByRole('link').count()
  for (let pressed = 0; pressed < links; pressed++) await page.keyboard.press('Tab')
  const back = note.getByRole('link', { name: 'Back to the text' })
  await expect(back).toBeFocused()
  const backSize = await back.boundingBox()
  expect(Math.min(backSize?.width ?? 0, backSize?.height ?? 0)).toBeGreaterThanOrEqual(24)
  await page.keyboard.press('Enter')
  await expect(mark).toBeFocused()
  await expect(mark).toBeInViewport()
  expect(await around.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(plain)
})

test.describe('passing it on', () => {
  test.use({ permissions: ['clipboard-write'] })
  test('copies the link and asks nobody else', async ({ page, baseURL }) => {
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL ?? '') && !request.url().startsWith('data:')) elsewhere.push(request.url())
    })
    await page.goto(ARTICLE)
    const share = page.getByRole('group', { name: 'Share this article' })
    await share.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('Link copied', { exact: true })).toBeVisible()
    // No script of ours may read the clipboard, so it is pasted, as a person would.
    await page.evaluate(() => document.body.append(Object.assign(document.createElement('textarea'), { id: 'pasted' })))
    await page.locator('#pasted').press('ControlOrMeta+V')
    await expect(page.locator('#pasted')).toHaveValue(`${baseURL}${ARTICLE}`)
    await page.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { printed: true }) }))
    await share.getByRole('button', { name: 'Print' }).click()
    expect(await page.evaluate(() => 'printed' in window)).toBe(true)
    expect(elsewhere).toEqual([])
  })
})

test('on paper the words, figures, notes and sources stay; what only a screen can do goes', NIGHTLY, async ({ page }) => {
  await page.goto(ARTICLE)
  await page.emulateMedia({ media: 'print' })
  for (const gone of [
    'body header:has(nav)',
    'body footer',
    '[data-part=crumbs]',
    '[data-part=share]',
    '[data-part=section-fold]',
    '[data-part=section-nav]',
    '#related-title',
  ])
    await expect(page.locator(gone).first(), gone).toBeHidden()
  for (const gone of nonEmpty(await page.getByRole('main').locator('button').all())) await expect(gone).toBeHidden()
  for (const gone of nonEmpty(await page.locator('.heading-link').all())) await expect(gone).toBeHidden()
  for (const kept of ['h1', 'main .prose figure img', 'main .prose figcaption', '.pull', 'main .prose table', '.sources', '.footnotes'])
    await expect(page.locator(kept).first(), kept).toBeVisible()
  await page.goto('/about')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main details .prose').first()).toBeVisible()
})

test('on paper no heading stands alone at the foot of a page', NIGHTLY, async ({ page }) => {
  // In points: the margin (45), the smallest heading without the room around it (16) and two lines (33), as a short paragraph may have no more.
  const LEAST = 94
  for (const path of [
    ARTICLE,
    '/articles/heat-pump-running-costs',
    '/articles/where-a-battery-may-go',
    '/about',
    '/products/ardley-heron-estate',
  ]) {
    await page.goto(path)
    // Letters that are still on their way are of another width.
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const paper = (await page.pdf({ format: 'A4', preferCSSPageSize: true, outline: true, tagged: true })).toString('latin1')
    // The outline says of each heading how high it stands on its page.
    const headings = [...paper.matchAll(/\/Title \(([^\n]*)\)\n\/Dest \[\d+ 0 R \/XYZ [\d.]+ ([\d.]+)/g)]
    expect(headings.length, path).toBeGreaterThan(2)
    expect(headings.filter(([, , height]) => Number(height) < LEAST).map(([, words]) => `${path}: ${words}`)).toEqual([])
  }
})

test('nothing moves when the figures arrive', async ({ page }) => {
  await page.goto(ARTICLE)
  for (const image of nonEmpty(await page.locator('main .prose img').all())) {
    expect(await image.getAttribute('width')).toMatch(/^\d+$/)
    expect(await image.getAttribute('height')).toMatch(/^\d+$/)
  }
  await expect(page.locator('main .prose figure')).toHaveCount(1)
})

test('four times as large, nothing is lost and nothing scrolls sideways but tables', NIGHTLY, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  for (const path of [ARTICLE, '/articles/which-tariff-for-a-car', '/articles/expert/1', '/about']) {
    await page.goto(path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('main :is(h1, h2, h3, p, li, figcaption, .pull b)')]
        .filter((element) => !element.closest('.table-scroll, details:not([open]), .visuallyHidden') && element.getClientRects().length > 0)
        .filter((element) => element.getBoundingClientRect().right > 321)
        .map((element) => element.textContent?.slice(0, 60)),
    )
    expect(cut, path).toEqual([])
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })
    test('axe finds nothing, with a note just gone to and the contents open', NIGHTLY, async ({ page }) => {
      await page.goto(ARTICLE)
      await page.getByRole('link', { name: 'Note 1', exact: true }).click()
      await expect(page.locator('#fn1')).toBeFocused()
      await scrollToTop(page)
      await expectNoAxeViolations(page)
      await page.setViewportSize({ width: 360, height: 740 })
      await page.locator('[data-part=section-fold] > summary').click()
      await page.getByRole('link', { name: 'Back to the text' }).first().click()
      await scrollToTop(page)
      await expectNoAxeViolations(page)
    })
  })
}

/** Further down, a link may lie half under the page's head at that moment, and axe takes it for one that is too small to hit. */
const scrollToTop = (page: Page) => page.evaluate(() => scrollTo(0, 0))
