/** Delays responses until the test has checked the pending state, independent of the machine's speed. */
import type { Page } from '@playwright/test'

/** @returns a function that releases the held requests and all later ones */
export async function holdResponse(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
