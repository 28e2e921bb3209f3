/** The screens to take screenshots of: all pages, dialogs and other states. */
import type { Page } from '@playwright/test'
import { pathsOf, OFFICE, OWN, PUBLIC } from '#tests/e2e/every-page.ts'
import { expect } from '#tests/e2e/site.ts'
import type { Person } from './picture-server.ts'

export const WIDTHS = [360, 768, 1280] as const

export interface Screen {
  name: string
  path: string
  as?: Person
  /** Interactions before the screenshot. */
  open?: (page: Page) => Promise<unknown>
  /** An overlay covers the page: takes the viewport, made high enough, instead of the full page. */
  covers?: true
  /** Default: all widths. */
  widths?: readonly number[]
}

const expectVisible = (page: Page, role: 'dialog' | 'alertdialog', name?: string) =>
  expect(page.getByRole(role, name ? { name } : {}).last()).toBeVisible()
const press = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).first().click()

const pages = (paths: string[], as?: Person): Screen[] =>
  paths.map((path) => ({ name: as ? `${as} ${path}` : path, path, ...(as && { as }) }))

/** A back-office dialog, by the button that opens it. */
const dialog = (path: string, name: RegExp): Screen => ({
  name: `administrator ${path} ${name.source}`,
  path,
  as: 'administrator',
  covers: true,
  open: async (page) => {
    await press(page, name)
    await expectVisible(page, 'dialog')
  },
})

/** A confirmation dialog. */
const confirmation = (path: string, name: RegExp): Screen => ({
  ...dialog(path, name),
  open: async (page) => {
    await press(page, name)
    await expectVisible(page, 'alertdialog')
  },
})

const STATES: Screen[] = [
  {
    name: 'menu on a phone',
    path: '/about',
    covers: true,
    widths: [360],
    open: async (page) => {
      await page.getByRole('button', { name: /menu/i }).click()
      await expectVisible(page, 'dialog', 'Menu')
    },
  },
  {
    name: 'menu of the back-office on a phone',
    path: '/admin',
    as: 'administrator',
    covers: true,
    widths: [360],
    open: async (page) => {
      await page.getByRole('button', { name: /Admin menu/ }).click()
      await expectVisible(page, 'dialog', 'Administration')
    },
  },
  {
    name: 'login of the administrator',
    path: '/about',
    covers: true,
    widths: [1280],
    open: async (page) => {
      await page.getByRole('button', { name: 'Admin Login' }).click()
      await expectVisible(page, 'dialog')
    },
  },
  {
    name: 'message',
    path: '/newsletter',
    covers: true,
    open: async (page) => {
      await page.goto('/')
      await page.getByRole('button', { name: 'Subscribe' }).click()
      await expect(page.getByRole('region', { name: /notifications/i }).getByRole('listitem')).toBeVisible()
      // The toast's timer is paused while the page is blurred.
      await page.evaluate(() => dispatchEvent(new Event('blur')))
    },
  },
  {
    name: 'errors of a topic',
    path: '/forum',
    open: async (page) => {
      await page.getByRole('button', { name: 'Start New Topic' }).click()
      await page.getByRole('button', { name: 'Post Topic' }).click()
      await expect(page.getByRole('alert').first()).toBeVisible()
    },
  },
  {
    name: 'errors of an enquiry',
    path: '/enquiry/plover-home-7',
    open: async (page) => {
      await page.getByRole('button', { name: 'Submit Enquiry' }).click()
      await expect(page.getByText('Name must be at least 2 characters')).toBeVisible()
    },
  },
  {
    name: 'errors of a sign-up',
    path: '/sign-up',
    open: async (page) => {
      await page.getByRole('button', { name: 'Sign Up Free' }).click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  {
    name: 'products to compare',
    path: '/products?category=ev-chargers',
    open: async (page) => {
      const boxes = page.getByRole('checkbox', { name: /^Compare / })
      await boxes.nth(0).check()
      await boxes.nth(1).check()
      await expect(page.getByRole('complementary', { name: 'Products to compare' })).toBeVisible()
    },
  },
  {
    name: 'choices of a combobox',
    path: '/admin/audit',
    as: 'administrator',
    open: async (page) => {
      await page.locator('input[role=combobox]').fill('keep')
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'chosen rows',
    path: '/admin/enquiries',
    as: 'administrator',
    open: async (page) => {
      await page.getByRole('main').getByRole('row').getByRole('checkbox').nth(1).check()
      await expect(page.getByRole('group', { name: 'Selected rows' })).toBeVisible()
    },
  },
]

export const SCREENS: readonly Screen[] = [
  ...pages(pathsOf(PUBLIC)),
  ...pages(pathsOf(OWN), 'member'),
  ...pages(['/', '/forum/1', '/products/hearthstone-keep-10?tab=reviews'], 'member'),
  ...pages(pathsOf(OFFICE), 'administrator'),
  ...pages(['/', '/articles/winter-range', '/forum/1'], 'administrator'),
  ...STATES,
  dialog('/admin/products', /^Add Product/),
  dialog('/admin/products', /^Edit/),
  dialog('/admin/articles', /^Create Article/),
  dialog('/admin/articles', /^Edit/),
  dialog('/admin/forums', /^Add Forum Topic/),
  dialog('/admin/forums', /^Edit/),
  dialog('/admin/users', /^Create User/),
  dialog('/admin/users', /^View/),
  dialog('/admin/enquiries', /^View/),
  confirmation('/admin/products', /^Delete/),
  confirmation('/admin/trash', /^Delete .* permanently$/),
  confirmation('/admin/settings', /^Remove demo content/),
]
