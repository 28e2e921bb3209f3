/** Members and administrators for the browser tests, each at an address of their own. */
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { request } from '@playwright/test'
import { expect, url } from './site.ts'

export const PASSWORD = 'seven-slow-herons'
export const unique = (name: string) => `${name}_${crypto.randomUUID().slice(0, 8)}`

let neighbours = 0
const address = () => ({ 'x-forwarded-for': `10.9.${process.pid & 255}.${++neighbours}` })

export async function signUp(page: Page, username: string): Promise<void> {
  await page.goto('/sign-up')
  const form = page.getByRole('form', { name: 'Sign up free' })
  await form.getByLabel('Username').fill(username)
  await form.getByLabel('Email').fill(`${username}@example.org`)
  await form.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await form.getByRole('button', { name: 'Sign Up Free' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Your account' })).toBeVisible()
}

/** Fills the sign-in form in and sends it; what comes of it is for the test to say. */
export async function askToSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/sign-in')
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Username or email').fill(username)
  await form.getByRole('textbox', { name: 'Password' }).fill(password)
  await form.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens the Admin Login, fills it in and sends it. */
export async function askToLogIn(page: Page, username: string, password: string) {
  await page.goto('/about')
  await page.getByRole('button', { name: 'Admin Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Admin Login' })
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await dialog.getByRole('button', { name: 'Login' }).click()
  return dialog
}

/** Another person at another address. */
export async function otherBrowser(browser: Browser, baseURL = url()): Promise<Page> {
  return (await browser.newContext({ baseURL, extraHTTPHeaders: address(), locale: 'en-GB' })).newPage()
}

/** The administrator `keeper`, who needs no browser. */
export async function keeper(baseURL = url()): Promise<APIRequestContext> {
  const calls = await request.newContext({ baseURL, extraHTTPHeaders: address() })
  const data = { username: 'keeper', password: process.env['E2E_ADMIN_PASSWORD'] }
  expect((await calls.post('/api/admin/login', { data })).status()).toBe(200)
  return calls
}
