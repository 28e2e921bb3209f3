/** A copy is launched, claimed, edited, exported, and imported into another installation. */
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
const API_PATHS = ['/api/site', '/api/categories', '/api/articles', '/api/products', '/api/experts', '/api/users/1', '/api/forums']
const ADMIN_PAGES = ['/admin/articles', '/admin/products']
const ADMIN_API_PATHS = ['/api/admin/settings', '/api/admin/articles', '/api/users', '/api/enquiries', '/api/admin/trash']
/** Properties that change after the export, and one that only the main site of an installation has. */
const IGNORED_KEYS = new Set(['views', 'lastActive', 'launches'])

test.use({ expectedInConsole: /status of (401|404)/ })

const newVisitor = async (browser: Browser, baseURL: string) =>
  waitForHydration(await (await browser.newContext({ baseURL, locale: 'en-GB' })).newPage())
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' }).first()
const dashboardLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' })

test('DEPLOY a copy is launched, claimed, edited, and moved to another installation', NIGHTLY, async ({ page, browser }) => {
  const { origin, owner } = await launchAndClaim(page, browser)
  await publish(owner)
  await switchForumsOff(owner)

  const visitor = await newVisitor(browser, origin)
  await visitor.goto('/')
  await expect(menu(visitor).getByRole('link', { name: 'Articles' })).toBeVisible()
  await expect(menu(visitor).getByRole('link', { name: 'Forum' })).toHaveCount(0)
  expect((await visitor.goto('/forum'))?.status()).toBe(404)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')

  const folder = mkdtempSync(join(tmpdir(), 'first-day-'))
  const running: RunningServer[] = []
  const importAndStart = async (archive: string, name: string) => {
    const DATA_DIR = join(folder, name)
    const output = await importArchive(archive, DATA_DIR)
    const server = await startServer({ ...OPERATOR, DATA_DIR })
    running.push(server)
    return { output, url: server.url }
  }
  try {
    const archive = join(folder, 'with-passwords.zip')
    await downloadArchive(owner, archive, PASSWORD)
    const [publicBefore, adminBefore, auditBefore] = [
      await readSite(visitor, PAGES, API_PATHS),
      await readSite(owner, ADMIN_PAGES, ADMIN_API_PATHS),
      await audit(owner),
    ]
    expect(publicBefore[`/articles/${ARTICLE.slug}`]).toContain(ARTICLE.words)
    expect(auditBefore[0]).toMatchObject({ action: 'site.download', username: OWNER, after: { passwords: true } })

    const { output, url } = await importAndStart(archive, 'second')
    expect(output).toMatch(/^Harbour Row \w+ imported: \d+ rows, as of \S+\n$/)
    const newcomer = await newVisitor(browser, url)
    await newcomer.goto('/')
    await expect(menu(newcomer).getByRole('link', { name: 'Articles' })).toBeVisible()
    await expect(menu(newcomer).getByRole('link', { name: 'Forum' })).toHaveCount(0)
    expect((await newcomer.goto('/forum'))?.status()).toBe(404)
    expect(await readSite(newcomer, PAGES, API_PATHS)).toEqual(publicBefore)

    await submitSignIn(newcomer, OWNER, 'not the password at all')
    await expect(newcomer.getByRole('alert')).toBeVisible()
    await submitSignIn(newcomer, OWNER, PASSWORD)
    await expect(dashboardLink(newcomer)).toBeVisible()
    expect(await readSite(newcomer, ADMIN_PAGES, ADMIN_API_PATHS)).toEqual(adminBefore)
    expect((await audit(newcomer)).slice(-auditBefore.length)).toEqual(auditBefore)
    await newcomer.goto('/admin/settings')
    await expect(newcomer.getByRole('switch', { name: 'Articles' })).toBeChecked()
    await expect(newcomer.getByRole('switch', { name: 'Forums' })).not.toBeChecked()
    // The imported site has an administrator, so none is created from the settings.
    const operator = await newVisitor(browser, url)
    const dialog = await submitAdminLogin(operator, OPERATOR.ADMIN_USERNAME, OPERATOR.ADMIN_PASSWORD)
    await expect(dialog.page().getByText('Invalid username or password').first()).toBeVisible()

    const archiveWithoutPasswords = join(folder, 'without.zip')
    await downloadArchive(owner, archiveWithoutPasswords)
    const third = await importAndStart(archiveWithoutPasswords, 'third')
    expect(third.output).toContain('The archive contains no passwords')
    const thirdVisitor = await newVisitor(browser, third.url)
    await submitSignIn(thirdVisitor, OWNER, PASSWORD)
    await expect(thirdVisitor.getByRole('alert')).toBeVisible()
    expect(await readSite(thirdVisitor, PAGES, API_PATHS)).toEqual(publicBefore)
    await submitAdminLogin(thirdVisitor, OPERATOR.ADMIN_USERNAME, OPERATOR.ADMIN_PASSWORD)
    await expect(dashboardLink(thirdVisitor)).toBeVisible()
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
  const owner = await newVisitor(browser, origin)
  await owner.goto(link)
  const form = owner.getByRole('form', { name: 'Claim your site' })
  await form.getByLabel('Username').fill(OWNER)
  await form.getByLabel('Email').fill('rosie@example.org')
  await form.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await form.getByRole('button', { name: 'Claim your site' }).click()
  await expect(owner).toHaveURL(`${origin}/admin`)
  // The owner returns in another browser.
  await owner.context().clearCookies()
  await submitSignIn(owner, OWNER, PASSWORD)
  await expect(dashboardLink(owner)).toBeVisible()
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

/** @param password the owner's; if set, the archive includes the password hashes of all users */
async function downloadArchive(owner: Page, file: string, password?: string): Promise<void> {
  await owner.goto('/admin/settings')
  const part = owner.getByRole('region', { name: 'Export your site' })
  const started = owner.waitForEvent('download')
  if (password === undefined) await part.getByRole('link', { name: 'Download the site' }).click()
  else {
    await part.getByRole('switch', { name: 'Include password hashes' }).check()
    const field = part.getByRole('textbox', { name: 'Your password' })
    await field.fill('not the password at all')
    await part.getByRole('button', { name: 'Download the site' }).click()
    await expect(part.getByText('That password is incorrect.')).toBeVisible()
    await expect(field).toBeFocused()
    await field.fill(password)
    await part.getByRole('button', { name: 'Download the site' }).click()
  }
  const download = await started
  expect(download.suggestedFilename()).toMatch(/^harbour-row-[a-f0-9]+-\d{4}-\d\d-\d\d\.zip$/)
  await download.saveAs(file)
}

/** Runs the import command. @returns its output */
async function importArchive(file: string, DATA_DIR: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'src/app/commands/import-site.ts'), file], {
    cwd: root,
    env: { ...process.env, DATA_DIR },
  })
  return stdout
}

/** Returns the text of pages and the responses of API paths, by path, without what changes with time. */
async function readSite(page: Page, pages: string[], apiPaths: string[]): Promise<Record<string, unknown>> {
  const contents: Record<string, unknown> = {}
  for (const path of pages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Back-office pages load their rows and related data after hydration.
    if (path.startsWith('/admin')) await waitUntilSettled(page)
    const content = page.getByRole(path.startsWith('/admin') ? 'table' : 'main')
    // The exact times are compared in the API responses.
    contents[path] = (await content.innerText())
      .replace(/\b\d+ views?\b/, 'views')
      .replaceAll(/Just now|\d+ (?:minute|hour)s? ago/g, 'lately')
  }
  for (const path of apiPaths)
    contents[path] = await page.evaluate(async (url) => {
      const response = await fetch(url)
      return [response.status, (await response.json()) as unknown]
    }, path)
  return JSON.parse(JSON.stringify(contents, (key, value: unknown) => (IGNORED_KEYS.has(key) ? undefined : value))) as Record<
    string,
    unknown
  >
}

const audit = async (page: Page): Promise<{ action: string }[]> =>
  page.evaluate(async () => (await fetch('/api/admin/audit')).json() as Promise<{ action: string }[]>)
