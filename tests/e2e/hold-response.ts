/** An answer that waits until the test has seen what the page says meanwhile: however fast or slow the machine is, there is time to look. */
import type { Page } from '@playwright/test'

/** @returns lets the answers go: those that wait, and all that come after */
export async function holdResponse(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
