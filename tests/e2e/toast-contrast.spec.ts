/** Whatever a message says, and what can be done about it, is readable on its ground in both themes. */
import type { Locator, Page } from '@playwright/test'
import { EXPECTED_IN_CONSOLE, expectToast, signIn } from './administrator.ts'
import { nightlyUnless } from './nightly.ts'
import { createEnquiries } from './office-hands.ts'
import { expect, test } from './site.ts'

test.use({ expectedInConsole: EXPECTED_IN_CONSOLE, contextOptions: { reducedMotion: 'reduce' } })

const LEAST = 4.5

/** Of the element's words against everything that is painted behind them, as the browser has computed the colours. */
const contrastOf = (words: Locator) =>
  words.evaluate((element) => {
    const paper = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
    const grounds: string[] = []
    for (let one: Element | null = element; one; one = one.parentElement) grounds.unshift(getComputedStyle(one).backgroundColor)
    const paint = (colours: string[]) => {
      for (const colour of colours) {
        paper.fillStyle = colour
        paper.fillRect(0, 0, 1, 1)
      }
      const [red = 0, green = 0, blue = 0] = [...paper.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = part / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const [ground, ink] = [paint(grounds), paint([getComputedStyle(element).color])]
    return (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05)
  })

async function expectReadable(page: Page): Promise<void> {
  const toast = page.getByRole('region', { name: /notifications/i }).getByRole('listitem')
  const undo = toast.getByRole('button', { name: 'Undo' })
  // While it is pointed at it stays.
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
    for (const [part, contrast] of Object.entries(measured))
      expect(contrast, `${colorScheme}, ${part}: ${contrast.toFixed(2)}`).toBeGreaterThanOrEqual(LEAST)
  }
}

test('the measure itself: black on white is 21 to one, and a veil over it counts', async ({ page }) => {
  await page.setContent(
    '<body style="background:#fff"><p style="color:#000">All</p><p style="color:#000;background:rgb(0 0 0 / 0.5)">Half</p>',
  )
  expect(await contrastOf(page.getByText('All'))).toBeCloseTo(21, 1)
  expect(await contrastOf(page.getByText('Half'))).toBeLessThan(6)
})

test('the way back in a message of success and in one of failure', nightlyUnless(false), async ({ page }) => {
  await signIn(page)
  const [gone, failing, plain] = await createEnquiries(page, 'Toaster', 'Toaster', 'Toaster')
  await page.goto('/admin/enquiries?search=Toaster')
  const row = (name = '') => page.getByRole('row').filter({ hasText: name })
  const deleteChosen = async () => {
    await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  }
  // Somebody else was quicker.
  await row(gone?.name).getByRole('checkbox').check()
  await row(failing?.name).getByRole('checkbox').check()
  expect((await page.request.delete(`/api/enquiries/${gone?.id}`, { data: {} })).status()).toBe(200)
  await deleteChosen()
  await expectToast(page, '1 enquiry could not be deleted')
  await expectReadable(page)

  await row(plain?.name).getByRole('checkbox').check()
  await deleteChosen()
  await expectToast(page, 'Enquiry deleted')
  await expectReadable(page)
})
