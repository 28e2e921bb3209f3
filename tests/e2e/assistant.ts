/** Helpers for the deployment wizard. */
import type { Page } from '@playwright/test'
import { expect } from './site.ts'

export const named = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const step = (page: Page, name: string) => expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
export const line = (page: Page, term: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: term }) })
    .getByRole('definition')

export async function toSummary(page: Page, name: string, domain = ''): Promise<void> {
  await page.goto('/deploy')
  await page.getByLabel('Domain name').fill(domain)
  await page.getByLabel('Site name').fill(name)
  await press(page, 'Continue')
  await step(page, 'Features')
  await press(page, 'Continue')
  await step(page, 'Deployment')
}
