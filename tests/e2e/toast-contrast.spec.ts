/** Toasts and their buttons have enough contrast in both themes. */
import type { Locator, Page } from '@playwright/test'
import { EXPECTED_IN_CONSOLE, expectToast, signIn } from './administrator.ts'
import { nightlyUnless } from './nightly.ts'
import { createEnquiries } from './office-hands.ts'
import { expect, test } from './site.ts'

test.use({ expectedInConsole: EXPECTED_IN_CONSOLE, contextOptions: { reducedMotion: 'reduce' } })

/** WCAG 2.2 1.4.3, normal text. */
const MIN_CONTRAST = 4.5

/** Returns the contrast ratio of an element's text against all backgrounds painted behind it, from computed colours. */
const contrastOf = (text: Locator) =>
  text.evaluate((element) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
    const backgrounds: string[] = []
    for (let one: Element | null = element; one; one = one.parentElement) backgrounds.unshift(getComputedStyle(one).backgroundColor)
    const luminanceOf = (colours: string[]) => {
      for (const colour of colours) {
        canvas.fillStyle = colour
        canvas.fillRect(0, 0, 1, 1)
      }
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((component) => {
        const value = component / 255
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const [background, foreground] = [luminanceOf(backgrounds), luminanceOf([getComputedStyle(element).color])]
    return (Math.max(background, foreground) + 0.05) / (Math.min(background, foreground) + 0.05)
  })

async function expectReadable(page: Page): Promise<void> {
  const toast = page.getByRole('region', { name: /notifications/i }).getByRole('listitem')
  const undo = toast.getByRole('button', { name: 'Undo' })
  // A hovered toast is not hidden.
  await undo.hover()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const measured = {
      title: await contrastOf(toast.locator('[data-part=toast-title]')),
      hovered: await contrastOf(undo),
      focused: 0,
      resting: 0,
    }
    await undo.focus()
    measured.focused = await contrastOf(undo)
    await toast.locator('[data-part=toast-title]').hover()
    measured.resting = await contrastOf(undo)
    await undo.hover()
    for (const [component, contrast] of Object.entries(measured))
      expect(contrast, `${colorScheme}, ${component}: ${contrast.toFixed(2)}`).toBeGreaterThanOrEqual(MIN_CONTRAST)
  }
}

test('contrastOf returns 21 for black on white and includes translucent backgrounds', async ({ page }) => {
  await page.setContent(
    '<body style="background:#fff"><p style="color:#000">All</p><p style="color:#000;background:rgb(0 0 0 / 0.5)">Half</p>',
  )
  expect(await contrastOf(page.getByText('All'))).toBeCloseTo(21, 1)
  expect(await contrastOf(page.getByText('Half'))).toBeLessThan(6)
})

test('toasts of success and failure have readable text and Undo buttons', nightlyUnless(false), async ({ page }) => {
  await signIn(page)
  const [gone, deletable, last] = await createEnquiries(page, 'Toaster', 'Toaster', 'Toaster')
  await page.goto('/admin/enquiries?search=Toaster')
  const row = (name = '') => page.getByRole('row').filter({ hasText: name })
  const deleteSelected = async () => {
    await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  }
  // One of the selected enquiries has already been deleted elsewhere.
  await row(gone?.name).getByRole('checkbox').check()
  await row(deletable?.name).getByRole('checkbox').check()
  expect((await page.request.delete(`/api/enquiries/${gone?.id}`, { data: {} })).status()).toBe(200)
  await deleteSelected()
  await expectToast(page, '1 enquiry could not be deleted')
  await expectReadable(page)

  await row(last?.name).getByRole('checkbox').check()
  await deleteSelected()
  await expectToast(page, 'Enquiry deleted')
  await expectReadable(page)
})
