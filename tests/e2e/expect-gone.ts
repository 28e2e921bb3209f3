/** Assertions that an element has disappeared. Each waits for a positive condition first, as an element not yet rendered also counts 0. */
import type { Locator, Page } from '@playwright/test'
import { expect } from './site.ts'

/**
 * Expects that no dialog is open. An open modal dialog hides the page behind it from `getByRole`, so every locator by role counts 0.
 * @param page its dialogs are found by attribute, as a dialog below another one has no role either
 */
async function expectNoDialog(page: Page): Promise<void> {
  await expect(page.locator('[role=dialog], [role=alertdialog]')).toHaveCount(0)
}

/**
 * Expects that an element has gone from the page, with no dialog open.
 * @param after visible as soon as the action has finished or the new page is there
 */
export async function expectGone(gone: Locator, after?: Locator): Promise<void> {
  if (after) await expect(after).toBeVisible()
  await expectNoDialog(gone.page())
  await expect(gone).toHaveCount(0)
}

/** Expects that the header has been updated for a visitor who is not signed in. */
export async function expectSignedOut(page: Page): Promise<void> {
  const banner = page.getByRole('banner')
  await expectGone(banner.getByRole('link', { name: 'Your account' }), banner.getByRole('link', { name: 'Sign in', exact: true }))
}
