/** Members and administrators for browser tests, each with its own client IP address. */
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { request } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, waitForHydration, url } from './site.ts'

export const PASSWORD = 'seven-slow-herons'
export const unique = (name: string) => `${name}_${crypto.randomUUID().slice(0, 8)}`

let clientCount = 0
const newClientHeaders = () => ({ 'x-forwarded-for': `10.9.${process.pid & 255}.${++clientCount}` })

/** Signs up through the API. */
export async function signUp(page: Page, username: string): Promise<void> {
  const data = { username, email: `${username}@example.org`, password: PASSWORD }
  expect((await page.request.post('/api/sign-up', { data })).status()).toBe(201)
}

export async function signUpByForm(page: Page, username: string): Promise<void> {
  await page.goto('/sign-up')
  const form = page.getByRole('form', { name: 'Sign up free' })
  await form.getByLabel('Username').fill(username)
  await form.getByLabel('Email').fill(`${username}@example.org`)
  await form.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await form.getByRole('button', { name: 'Sign Up Free' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Your account' })).toBeVisible()
}

/** Submits the sign-in form, without checking the result. */
export async function submitSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/sign-in')
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Username or email').fill(username)
  await form.getByRole('textbox', { name: 'Password' }).fill(password)
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Submits the Admin Login dialog, without checking the result. */
export async function submitAdminLogin(page: Page, username: string, password: string) {
  await page.goto('/about')
  await page.getByRole('button', { name: 'Admin Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Admin Login' })
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await dialog.getByRole('button', { name: 'Login' }).click()
  return dialog
}

/** Opens a page in a new context, with another client IP address. */
export async function otherBrowser(browser: Browser, baseURL = url()): Promise<Page> {
  return waitForHydration(await (await browser.newContext({ baseURL, extraHTTPHeaders: newClientHeaders(), locale: 'en-GB' })).newPage())
}

/** API client signed in as the administrator `keeper`. */
export async function keeper(baseURL = url()): Promise<APIRequestContext> {
  const calls = await request.newContext({ baseURL, extraHTTPHeaders: newClientHeaders() })
  const data = { username: 'keeper', password: process.env['E2E_ADMIN_PASSWORD'] }
  expect((await calls.post('/api/admin/login', { data })).status()).toBe(200)
  return calls
}

export const CODE_WRONG = 'That code is incorrect or has already been used.'
const STEP_MS = 30_000

export interface Factor {
  /** Generates the current one-time code, or the one `step` × 30 s from now. */
  code: (step?: number) => string
  recoveryCodes: string[]
}

/** Sets up one-time codes on the account page, with some mistakes. */
export async function setUpCodes(page: Page, password = PASSWORD): Promise<Factor> {
  await page.goto('/account?tab=security')
  await page.getByRole('button', { name: 'Set up one-time codes' }).click()
  await page.getByLabel('Your password').fill('not this one at all')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('That password is incorrect.')).toBeVisible()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const secret = ((await page.locator('li:has(> div > img[alt^="QR code"]) code').first().textContent()) ?? '').replaceAll(' ', '')
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = (step = 0) => app.generate({ timestamp: Date.now() + step * STEP_MS })

  const first = page.getByRole('textbox', { name: 'First code' })
  await first.fill('12')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Please enter the six digits', { exact: true })).toBeVisible()
  await first.fill(code(-9))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(CODE_WRONG)).toBeVisible()
  await expect(first).toBeFocused()
  await first.fill(code())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('group', { name: 'Save these recovery codes' })).toBeFocused()
  const recoveryCodes = await page.getByRole('group', { name: 'Save these recovery codes' }).locator('code').allTextContents()
  expect(new Set(recoveryCodes).size).toBe(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible()
  return { code, recoveryCodes }
}
