/** Long articles: table of contents, heading links, footnotes, figures, print and 400 % zoom. */
import type { Page } from '@playwright/test'
import { nonEmpty } from '#tests/support/non-empty.ts'
import { expectNoAxeViolations } from './axe.ts'
import { NIGHTLY } from './nightly.ts'
import { expect, test } from './site.ts'

const ARTICLE = '/articles/one-phase-or-three'
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id)

test('the table of contents links to every heading and marks the current one', async ({ page }) => {
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

test('on a phone the table of contents is collapsed and shows the number of sections', NIGHTLY, async ({ page }) => {
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

test('a heading link is reachable by mouse and keyboard', NIGHTLY, async ({ page }) => {
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

test('a footnote link and its backlink work by keyboard and highlight the target', async ({ page }) => {
  await page.goto(ARTICLE)
  const mark = page.getByRole('link', { name: 'Note 1', exact: true })
  const markBox = page.locator('sup', { has: mark })
  const plainColour = await markBox.evaluate((element) => getComputedStyle(element).backgroundColor)
  const size = await mark.boundingBox()
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(24)
  await mark.focus()
  await page.keyboard.press('Enter')
  const note = page.locator('#fn1')
  await expect(note).toBeFocused()
  await expect(note).toBeInViewport()
  expect(await note.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(plainColour)
  // The backlink is the last link; the others lead to sources.
  const links = await note.getByRole('link').count()
  for (let tabs = 0; tabs < links; tabs++) await page.keyboard.press('Tab')
  const back = note.getByRole('link', { name: 'Back to the text' })
  await expect(back).toBeFocused()
  const backSize = await back.boundingBox()
  expect(Math.min(backSize?.width ?? 0, backSize?.height ?? 0)).toBeGreaterThanOrEqual(24)
  await page.keyboard.press('Enter')
  await expect(mark).toBeFocused()
  await expect(mark).toBeInViewport()
  expect(await markBox.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(plainColour)
})

test.describe('sharing', () => {
  test.use({ permissions: ['clipboard-write'] })
  test('the share buttons copy the link and print, without requests to other origins', async ({ page, baseURL }) => {
    const foreignRequests: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL ?? '') && !request.url().startsWith('data:')) foreignRequests.push(request.url())
    })
    await page.goto(ARTICLE)
    const share = page.getByRole('group', { name: 'Share this article' })
    await share.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('Link copied', { exact: true })).toBeVisible()
    // Permissions-Policy forbids reading the clipboard, so the test pastes.
    await page.evaluate(() => document.body.append(Object.assign(document.createElement('textarea'), { id: 'pasted' })))
    await page.locator('#pasted').press('ControlOrMeta+V')
    await expect(page.locator('#pasted')).toHaveValue(`${baseURL}${ARTICLE}`)
    await page.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { printed: true }) }))
    await share.getByRole('button', { name: 'Print' }).click()
    expect(await page.evaluate(() => 'printed' in window)).toBe(true)
    expect(foreignRequests).toEqual([])
  })
})

test('a printed article has text, figures, footnotes and sources, but no interactive elements', NIGHTLY, async ({ page }) => {
  await page.goto(ARTICLE)
  await page.emulateMedia({ media: 'print' })
  for (const selector of [
    'body header:has(nav)',
    'body footer',
    '[data-part=crumbs]',
    '[data-part=share]',
    '[data-part=section-fold]',
    '[data-part=section-nav]',
    '#related-title',
  ])
    await expect(page.locator(selector).first(), selector).toBeHidden()
  for (const button of nonEmpty(await page.getByRole('main').locator('button').all())) await expect(button).toBeHidden()
  for (const link of nonEmpty(await page.locator('.heading-link').all())) await expect(link).toBeHidden()
  for (const selector of ['h1', 'main .prose figure img', 'main .prose figcaption', '.pull', 'main .prose table', '.sources', '.footnotes'])
    await expect(page.locator(selector).first(), selector).toBeVisible()
  await page.goto('/about')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main details .prose').first()).toBeVisible()
})

test('no printed heading is left alone at the end of a page', NIGHTLY, async ({ page }) => {
  // In points: page margin (45), smallest heading (16) and two lines (33), the length of a short paragraph.
  const MIN_HEIGHT_PT = 94
  for (const path of [
    ARTICLE,
    '/articles/heat-pump-running-costs',
    '/articles/where-a-battery-may-go',
    '/about',
    '/products/ardley-heron-estate',
  ]) {
    await page.goto(path)
    // Fallback fonts have another width.
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true, outline: true, tagged: true })).toString('latin1')
    // The PDF outline has the height of each heading above the bottom of its page.
    const headings = [...pdf.matchAll(/\/Title \(([^\n]*)\)\n\/Dest \[\d+ 0 R \/XYZ [\d.]+ ([\d.]+)/g)]
    expect(headings.length, path).toBeGreaterThan(2)
    expect(headings.filter(([, , height]) => Number(height) < MIN_HEIGHT_PT).map(([, words]) => `${path}: ${words}`)).toEqual([])
  }
})

test('pictures of an article have width and height', async ({ page }) => {
  await page.goto(ARTICLE)
  for (const image of nonEmpty(await page.locator('main .prose img').all())) {
    expect(await image.getAttribute('width')).toMatch(/^\d+$/)
    expect(await image.getAttribute('height')).toMatch(/^\d+$/)
  }
  await expect(page.locator('main .prose figure')).toHaveCount(1)
})

test('at 400 % zoom no text of an article is cut off and only tables scroll sideways', NIGHTLY, async ({ page }) => {
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
    test('an article has no axe violations with a footnote focused and the table of contents open', NIGHTLY, async ({ page }) => {
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

/** Elsewhere a link may be half covered by the sticky header, and axe then reports its target size. */
const scrollToTop = (page: Page) => page.evaluate(() => scrollTo(0, 0))
