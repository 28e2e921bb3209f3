/** A copy's first day: launched, claimed, written to, narrowed, taken along, and brought up on another installation. */
import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { removeData, startServer, type RunningServer } from '../support/running-server.ts'
import { submitAdminLogin, submitSignIn, PASSWORD } from './people.ts'
import { waitUntilSettled } from './settled.ts'
import { expect, waitForHydration, test } from './site.ts'
import { NIGHTLY } from './nightly.ts'

const root = join(import.meta.dirname, '../..')
const OWNER = 'rosie'
const OPERATOR = { ADMIN_USERNAME: 'operator', ADMIN_PASSWORD: 'kettle-on-the-quay' }
const ARTICLE = { title: 'What our street learned', slug: 'what-our-street-learned', words: 'One kettle at a time.' }
const PAGES = ['/articles', `/articles/${ARTICLE.slug}`, '/products', '/category/home-efficiency', '/user/1']
const CALLS = ['/api/site', '/api/categories', '/api/articles', '/api/products', '/api/experts', '/api/users/1', '/api/forums']
const ADMIN_PAGES = ['/admin/articles', '/admin/products']
const ADMIN_CALLS = ['/api/admin/settings', '/api/admin/articles', '/api/users', '/api/enquiries', '/api/admin/trash']
/** What goes on after the archive was made, and what only the first site of an installation has. */
const MOVING = new Set(['views', 'lastActive', 'launches'])

test.use({ expectedInConsole: /status of (401|404)/ })

const person = async (browser: Browser, baseURL: string) =>
  waitForHydration(await (await browser.newContext({ baseURL, locale: 'en-GB' })).newPage())
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' }).first()
const mayAdminister = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' })

test('DEPLOY a copy is launched, claimed and narrowed, and moves to another installation', NIGHTLY, async ({ page, browser }) => {
  const { origin, owner } = await launchAndClaim(page, browser)
  await publish(owner)
  await switchForumsOff(owner)

  const visitor = await person(browser, origin)
  await visitor.goto('/')
  await expect(menu(visitor).getByRole('link', { name: 'Articles' })).toBeVisible()
  await expect(menu(visitor).getByRole('link', { name: 'Forum' })).toHaveCount(0)
  expect((await visitor.goto('/forum'))?.status()).toBe(404)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')

  const folder = mkdtempSync(join(tmpdir(), 'first-day-'))
  const running: RunningServer[] = []
  const bringUp = async (archive: string, name: string) => {
    const DATA_DIR = join(folder, name)
    const said = await importArchive(archive, DATA_DIR)
    const server = await startServer({ ...OPERATOR, DATA_DIR })
    running.push(server)
    return { said, url: server.url }
  }
  try {
    const archive = join(folder, 'with-passwords.zip')
    await takeAlong(owner, archive, PASSWORD)
    const [was, wasInside, history] = [await look(visitor, PAGES, CALLS), await look(owner, ADMIN_PAGES, ADMIN_CALLS), await audit(owner)]
    expect(was[`/articles/${ARTICLE.slug}`]).toContain(ARTICLE.words)
    expect(history[0]).toMatchObject({ action: 'site.download', username: OWNER, after: { passwords: true } })

    const { said, url } = await bringUp(archive, 'second')
    expect(said).toMatch(/^Harbour Row \w+ imported: \d+ rows, as of \S+\n$/)
    const newcomer = await person(browser, url)
    await newcomer.goto('/')
    await expect(menu(newcomer).getByRole('link', { name: 'Articles' })).toBeVisible()
    await expect(menu(newcomer).getByRole('link', { name: 'Forum' })).toHaveCount(0)
    expect((await newcomer.goto('/forum'))?.status()).toBe(404)
    expect(await look(newcomer, PAGES, CALLS)).toEqual(was)

    await submitSignIn(newcomer, OWNER, 'not the password at all')
    await expect(newcomer.getByRole('alert')).toBeVisible()
    await submitSignIn(newcomer, OWNER, PASSWORD)
    await expect(mayAdminister(newcomer)).toBeVisible()
    expect(await look(newcomer, ADMIN_PAGES, ADMIN_CALLS)).toEqual(wasInside)
    expect((await audit(newcomer)).slice(-history.length)).toEqual(history)
    await newcomer.goto('/admin/settings')
    await expect(newcomer.getByRole('switch', { name: 'Articles' })).toBeChecked()
    await expect(newcomer.getByRole('switch', { name: 'Forums' })).not.toBeChecked()
    // It has its administrator: nobody was made beside them.
    const operator = await person(browser, url)
    const dialog = await submitAdminLogin(operator, OPERATOR.ADMIN_USERNAME, OPERATOR.ADMIN_PASSWORD)
    await expect(dialog.page().getByText('Invalid username or password').first()).toBeVisible()

    const bare = join(folder, 'without.zip')
    await takeAlong(owner, bare)
    const third = await bringUp(bare, 'third')
    expect(third.said).toContain('The archive held no passwords')
    const keeper = await person(browser, third.url)
    await submitSignIn(keeper, OWNER, PASSWORD)
    await expect(keeper.getByRole('alert')).toBeVisible()
    expect(await look(keeper, PAGES, CALLS)).toEqual(was)
    await submitAdminLogin(keeper, OPERATOR.ADMIN_USERNAME, OPERATOR.ADMIN_PASSWORD)
    await expect(mayAdminister(keeper)).toBeVisible()
  } finally {
    const codes = await Promise.all(running.map((server) => server.stop()))
    removeData(folder)
    expect(codes).toEqual(codes.map(() => 0))
    expect(running.map((server) => server.output()).join('\n')).not.toMatch(/"level":(50|60)/)
  }
})

async function launchAndClaim(page: Page, browser: Browser): Promise<{ origin: string; owner: Page }> {
  await page.goto('/deploy')
  await page.getByLabel('Site name').fill(`Harbour Row ${crypto.randomUUID().slice(0, 8)}`)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Features' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('button', { name: 'Deploy Now' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Deployment Successful!' })).toBeVisible()
  const link = (await page.getByRole('link', { name: 'Claim your site' }).getAttribute('href')) ?? ''
  const { origin } = new URL(link)
  const owner = await person(browser, origin)
  await owner.goto(link)
  const form = owner.getByRole('form', { name: 'Claim your site' })
  await form.getByLabel('Username').fill(OWNER)
  await form.getByLabel('Email').fill('rosie@example.org')
  await form.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await form.getByRole('button', { name: 'Claim your site' }).click()
  await expect(owner).toHaveURL(`${origin}/admin`)
  // The next day, from another browser.
  await owner.context().clearCookies()
  await submitSignIn(owner, OWNER, PASSWORD)
  await expect(mayAdminister(owner)).toBeVisible()
  return { origin, owner }
}

async function publish(owner: Page): Promise<void> {
  await owner.goto('/admin/articles')
  await owner.getByRole('button', { name: 'Create Article' }).click()
  const form = owner.getByRole('dialog', { name: 'Create New Article' })
  await form.getByLabel('Title').fill(ARTICLE.title)
  await expect(form.getByLabel('Slug')).toHaveValue(ARTICLE.slug)
  await form.getByLabel('Category').selectOption('4')
  await form.getByLabel('Author name').fill('Rosie')
  await form.locator('.cm-content').click()
  await owner.keyboard.type(ARTICLE.words)
  await form.getByRole('button', { name: /^(Create|Save|Publish)/ }).click()
  await expect(owner.getByText('Article created', { exact: true })).toBeVisible()
  await expect(form).toBeHidden()
}

async function switchForumsOff(owner: Page): Promise<void> {
  await owner.goto('/admin/settings')
  await owner.getByRole('switch', { name: 'Forums' }).uncheck()
  await owner.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(owner.getByText('Settings saved', { exact: true })).toBeVisible()
}

/** @param password given: with everybody's password hashes */
async function takeAlong(owner: Page, file: string, password?: string): Promise<void> {
  await owner.goto('/admin/settings')
  const part = owner.getByRole('region', { name: 'Take your site with you' })
  const begun = owner.waitForEvent('download')
  if (password === undefined) await part.getByRole('link', { name: 'Download the site' }).click()
  else {
    await part.getByRole('switch', { name: 'Include password hashes' }).check()
    const field = part.getByRole('textbox', { name: 'Your password' })
    await field.fill('not the password at all')
    await part.getByRole('button', { name: 'Download the site' }).click()
    await expect(part.getByText('That password is not right.')).toBeVisible()
    await expect(field).toBeFocused()
    await field.fill(password)
    await part.getByRole('button', { name: 'Download the site' }).click()
  }
  const download = await begun
  expect(download.suggestedFilename()).toMatch(/^harbour-row-[a-f0-9]+-\d{4}-\d\d-\d\d\.zip$/)
  await download.saveAs(file)
}

/** As an operator does it, with the server stopped. */
async function importArchive(file: string, DATA_DIR: string): Promise<string> {
  const done = await promisify(execFile)(process.execPath, [join(root, 'src/app/commands/import-site.ts'), file], {
    cwd: root,
    env: { ...process.env, DATA_DIR },
  })
  return done.stdout
}

/** What somebody sees of a site: the text of pages, and what the calls answer. */
async function look(page: Page, pages: string[], calls: string[]): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {}
  for (const address of pages) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // The back-office asks for its rows, and for what they name, once it is there.
    if (address.startsWith('/admin')) await waitUntilSettled(page)
    const place = page.getByRole(address.startsWith('/admin') ? 'table' : 'main')
    // The calls have the moments themselves.
    seen[address] = (await place.innerText()).replace(/\b\d+ views?\b/, 'views').replaceAll(/Just now|\d+ (?:minute|hour)s? ago/g, 'lately')
  }
  for (const address of calls)
    seen[address] = await page.evaluate(async (url) => {
      const answer = await fetch(url)
      return [answer.status, (await answer.json()) as unknown]
    }, address)
  return JSON.parse(JSON.stringify(seen, (key, value: unknown) => (MOVING.has(key) ? undefined : value))) as Record<string, unknown>
}

const audit = async (page: Page): Promise<{ action: string }[]> =>
  page.evaluate(async () => (await fetch('/api/admin/audit')).json() as Promise<{ action: string }[]>)
