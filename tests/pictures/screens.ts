/** Every screen that a picture is taken of: each page, and what opens on a page. */
import type { Page } from '@playwright/test'
import { pathsOf, OFFICE, OWN, PUBLIC } from '#tests/e2e/every-page.ts'
import { expect } from '#tests/e2e/site.ts'
import type { Person } from './picture-server.ts'

export const WIDTHS = [360, 768, 1280] as const

export interface Screen {
  name: string
  path: string
  as?: Person
  /** What is done on the page before it is looked at. */
  open?: (page: Page) => Promise<unknown>
  /** Something lies over the page: the window is what is looked at, high enough for all of it. */
  covers?: true
  /** All, unless it is only there on some. */
  widths?: readonly number[]
}

const shown = (page: Page, role: 'dialog' | 'alertdialog', name?: string) =>
  expect(page.getByRole(role, name ? { name } : {}).last()).toBeVisible()
const press = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).first().click()

const pages = (addresses: string[], as?: Person): Screen[] =>
  addresses.map((path) => ({ name: as ? `${as} ${path}` : path, path, ...(as && { as }) }))

/** A window of the back-office, by the button that opens it. */
const window = (path: string, name: RegExp): Screen => ({
  name: `administrator ${path} ${name.source}`,
  path,
  as: 'administrator',
  covers: true,
  open: async (page) => {
    await press(page, name)
    await shown(page, 'dialog')
  },
})

/** A box that asks before something is done. */
const question = (path: string, name: RegExp): Screen => ({
  ...window(path, name),
  open: async (page) => {
    await press(page, name)
    await shown(page, 'alertdialog')
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
      await shown(page, 'dialog', 'Menu')
    },
  },
  {
    name: 'menu of the back-office on a phone',
    path: '/admin',
    as: 'administrator',
    covers: true,
    widths: [360],
    open: async (page) => {
      await page.getByRole('button', { name: /admin menu/ }).click()
      await shown(page, 'dialog', 'Administration')
    },
  },
  {
    name: 'login of the administrator',
    path: '/about',
    covers: true,
    widths: [1280],
    open: async (page) => {
      await page.getByRole('button', { name: 'Admin Login' }).click()
      await shown(page, 'dialog')
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
      // A message waits while its window is not the one in use.
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
  window('/admin/products', /^Add Product/),
  window('/admin/products', /^Edit/),
  window('/admin/articles', /^Create Article/),
  window('/admin/articles', /^Edit/),
  window('/admin/forums', /^Add Forum Topic/),
  window('/admin/forums', /^Edit/),
  window('/admin/users', /^Create User/),
  window('/admin/users', /^View/),
  window('/admin/enquiries', /^View/),
  question('/admin/products', /^Delete/),
  question('/admin/trash', /^Delete .* for good$/),
  question('/admin/settings', /^Remove demo content/),
]
