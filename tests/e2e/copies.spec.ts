/** How the administrator of the main site manages the copies, and the page of visits, on a dedicated server. */
import { join } from 'node:path'
import { removeData } from '../support/running-server.ts'
import { expectGone } from './expect-gone.ts'
import { expectNoAxeViolations } from './axe.ts'
import { otherBrowser, PASSWORD } from './people.ts'
import { waitUntilSettled } from './settled.ts'
import { expect, waitForHydration } from './site.ts'
import { NIGHTLY } from './nightly.ts'
import { age, claimed, launch, logIn, named, numberOf, openCopy, press, rowOf, start, stop, test } from './copies.ts'

test.use({ expectedInConsole: /status of (403|404|409|503)/ })

test('DEPLOY the administrator suspends a copy, resumes it, and deletes it by typing its name', NIGHTLY, async ({ page, browser, own }) => {
  const name = named('Quarry Bank')
  const { address } = await launch(own.url, name)
  const visitor = await otherBrowser(browser, address)
  await visitor.goto('/')
  await expect(visitor).toHaveTitle(new RegExp(name))

  await logIn(page)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Copies' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Copies' })).toBeVisible()
  const row = rowOf(page, name)
  await expect(row.getByRole('link')).toHaveAttribute('href', address)
  // On a phone a row is a card, and each cell has its heading in it.
  await expect(row.getByRole('cell')).toHaveText([
    'StateLive',
    /^ClaimedNot yet, until \d/,
    /^Size\d+(\.\d)? [kM]B$/,
    'Last ActiveNever',
    /^Created\d+ \w+ \d{4}$/,
  ])

  const panel = await openCopy(page, name)
  await panel.getByRole('button', { name: 'Suspend' }).click()
  const question = page.getByRole('alertdialog', { name: `Suspend ${name}?` })
  await question.getByRole('button', { name: 'Suspend' }).click()
  await expect(panel.getByText('Suspended', { exact: true })).toBeVisible()
  expect((await visitor.goto('/articles'))?.status()).toBe(503)
  await expect(visitor.getByRole('heading')).toHaveText('This site is resting.')

  await panel.getByRole('button', { name: 'Resume' }).click()
  await expect(panel.getByText('Live', { exact: true })).toBeVisible()
  // Its seven days are not over: the first link still holds.
  await expect(panel.getByText('New claim link')).toHaveCount(0)
  expect((await visitor.goto('/articles'))?.status()).toBe(200)

  await panel.getByRole('button', { name: 'Delete' }).click()
  const last = page.getByRole('alertdialog', { name: `Delete ${name}?` })
  const remove = last.getByRole('button', { name: 'Delete copy' })
  await expect(remove).toBeDisabled()
  await last.getByRole('textbox').fill(name.toLowerCase())
  await expect(remove).toBeDisabled()
  await last.getByRole('textbox').fill(name)
  await remove.click()
  await expectGone(rowOf(page, name), page.getByText('Copy deleted', { exact: true }))
  expect((await visitor.goto('/'))?.status()).toBe(404)
  await expect(visitor.locator('body')).toHaveText(/^\s*Not found\s*There is no site at this address\.\s*$/)

  await page.goto('/admin/audit')
  for (const what of ['Copy launched', 'Copy suspended', 'Copy resumed', 'Copy deleted for good'])
    await expect(rowOf(page, what).filter({ hasText: name })).toHaveCount(1)
  await visitor.context().close()
})

test('DEPLOY a copy not claimed in time is retired; after Resume a new claim link works', NIGHTLY, async ({ browser }) => {
  let server = await start()
  try {
    const name = named('Late Lane')
    const { id } = await launch(server.url, name)
    await stop(server)
    const over = new Date(Date.now() - 60_000).toISOString()
    const main = join(server.dataDir, 'sites/main.sqlite')
    age(main, 'update launches set claim_until = ?', over)
    age(
      join(server.dataDir, `sites/copy_${numberOf(main, id)}.sqlite`),
      "update settings set value = ? where key = 'claimUntil'",
      JSON.stringify(over),
    )
    server = await start(server.dataDir)

    const page = await otherBrowser(browser, server.url)
    await logIn(page)
    await page.goto('/admin/sites')
    await expect(rowOf(page, name).getByRole('cell').first()).toHaveText('StateRetired')
    const panel = await openCopy(page, name)
    await panel.getByRole('button', { name: 'Resume' }).click()
    await expect(panel.getByText('New claim link')).toBeVisible()
    const link = await panel.getByRole('status').getByRole('link').getAttribute('href')

    const owner = await otherBrowser(browser, server.url)
    await owner.goto(link ?? '')
    const form = owner.getByRole('form', { name: 'Claim your site' })
    await form.getByLabel('Username').fill('olive')
    await form.getByLabel('Email').fill('olive@example.org')
    await form.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await form.getByRole('button', { name: 'Claim your site' }).click()
    await expect(owner).toHaveURL(/\/admin$/)
    await page.reload()
    const cells = rowOf(page, name).getByRole('cell')
    await expect(cells.nth(0)).toHaveText('StateLive')
    await expect(cells.nth(1)).toHaveText('ClaimedYes')
    await expect(cells.nth(3)).toHaveText(/^Last Active\d/)
    await owner.context().close()
    await stop(server)
  } finally {
    await server.kill()
    removeData(server.dataDir)
  }
})

test('a copy’s administrator asks to send newsletters; the main administrator allows it and revokes the permission', async ({
  page,
  browser,
  own,
}) => {
  const name = named('Letter Lane')
  const owner = await claimed(browser, own.url, name)
  await owner.goto('/admin/newsletter')
  await expect(owner.getByText('Newsletters are not allowed for this site yet', { exact: true })).toBeVisible()
  await expect(owner.getByRole('button', { name: 'Import' })).toBeDisabled()
  await expectNoAxeViolations(owner)
  await owner.goto('/admin/newsletter-issues')
  await owner.getByRole('button', { name: 'Blank issue' }).click()
  const issue = owner.getByRole('dialog')
  await expect(issue.getByRole('button', { name: 'Send now' })).toBeDisabled()
  await expect(issue.getByRole('button', { name: 'Send a test to me' })).toBeDisabled()
  await issue.getByRole('button', { name: 'Close' }).click()
  await press(owner, 'Ask for permission')
  await expect(owner.getByText('Your request is being reviewed', { exact: true })).toBeVisible()

  await logIn(page)
  await page.goto('/admin')
  await waitUntilSettled(page)
  await page.getByRole('link', { name: '1 copy asks to send a newsletter' }).click()
  await expect(page).toHaveURL(/newsletter=requested/)
  await expect(rowOf(page, name)).toContainText('Newsletter requested')
  const panel = await openCopy(page, name)
  await expect(panel).toContainText('rosie asked')
  await expectNoAxeViolations(page)
  await panel.getByRole('button', { name: 'Allow newsletter' }).click()
  await expect(panel.getByRole('button', { name: 'Revoke' })).toBeVisible()

  await owner.goto('/admin/newsletter')
  await expect(owner.getByRole('button', { name: 'Import' })).toBeEnabled()
  await expect(owner.getByText('Newsletters are not allowed for this site yet')).toHaveCount(0)

  await panel.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(panel.getByRole('button', { name: 'Allow newsletter' })).toBeVisible()
  await owner.reload()
  await expect(owner.getByRole('button', { name: 'Import' })).toBeDisabled()
  await owner.context().close()
})

test('the main administrator creates an invitation link and revokes it', async ({ page }) => {
  await logIn(page)
  await page.goto('/admin/sites')
  const form = page.getByRole('form', { name: 'New invitation' })
  await form.getByLabel('Note (optional)').fill('Ada')
  await form.getByLabel('Number of copies').fill('0')
  await press(page, 'Create invitation link')
  await expect(form.getByText('Please enter a number from 1 to 100')).toBeVisible()
  await form.getByLabel('Number of copies').fill('2')
  await press(page, 'Create invitation link')
  await expect(page.getByText(/\/deploy#invitation=[\w-]{43}$/)).toBeVisible()
  await expectNoAxeViolations(page)
  const item = page.getByRole('list', { name: 'Invitations' }).getByRole('listitem').filter({ hasText: 'Ada' })
  await expect(item).toContainText('0 of 2 used')
  await item.getByRole('button', { name: 'Revoke Ada' }).click()
  await expect(item).toContainText('Revoked')
})

test('DEPLOY the wizard follows the settings for who may launch, and how many copies', NIGHTLY, async ({ page, browser, own }) => {
  await logIn(page)
  const visitor = await otherBrowser(browser, own.url)
  const deploys = () => visitor.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'Deploy' })
  const attempt = async (siteName: string) => {
    await visitor.goto('/deploy')
    await visitor.getByLabel('Site name').fill(siteName)
    await visitor.getByRole('button', { name: 'Continue', exact: true }).click()
    await visitor.getByRole('button', { name: 'Continue', exact: true }).click()
    await visitor.getByRole('button', { name: 'Deploy Now' }).click()
  }
  const set = async (who: string, most: string) => {
    await page.goto('/admin/sites')
    await page.getByLabel('Who may launch a copy').selectOption(who)
    await page.getByLabel('Maximum number of copies').fill(most)
    await press(page, 'Save')
    await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
  }

  await page.goto('/admin/sites')
  await page.getByLabel('Maximum number of copies').fill('some')
  await press(page, 'Save')
  await expect(page.getByText('Please enter a whole number')).toBeVisible()
  await set('Everyone', '0')
  await visitor.goto('/deploy')
  await expect(visitor.getByText('The maximum number of sites has been reached', { exact: true })).toBeVisible()

  await set('Nobody', '500')
  await visitor.goto('/')
  await expect(visitor.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'About' })).toBeVisible()
  await expect(deploys()).toHaveCount(0)
  await visitor.goto('/deploy')
  await expect(visitor.getByText('Launching sites is switched off', { exact: true })).toBeVisible()

  await set('Members', '500')
  await visitor.goto('/')
  await expect(deploys()).toBeVisible()
  await visitor.goto('/deploy')
  await expect(visitor.getByText('Only members may launch a site here', { exact: true })).toBeVisible()

  await set('Everyone', '500')
  await attempt(named('Open Row'))
  await expect(visitor.getByRole('heading', { level: 1, name: 'Deployment Successful!' })).toBeVisible()
  await visitor.context().close()
})

test(
  'the Visits page shows a chart of 30 days and the top pages, without visitors who ask not to be tracked',
  NIGHTLY,
  async ({ page, browser, own }) => {
    await logIn(page)
    await page.goto('/admin/analytics')
    await expect(page.getByRole('heading', { name: 'Visit counting is off' })).toBeVisible()
    await page.getByRole('link', { name: 'Open settings' }).click()
    await page.getByRole('switch', { name: 'Count visits' }).check()
    await press(page, 'Save')
    await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()

    const look = async (address: string, headers: Record<string, string> = {}) => {
      const extraHTTPHeaders = { 'x-forwarded-for': address, ...headers }
      const context = await browser.newContext({ baseURL: own.url, userAgent: 'Mozilla/5.0 (X11; Linux) Chrome/145.0', extraHTTPHeaders })
      const visitor = waitForHydration(await context.newPage())
      await visitor.goto('/articles/winter-range')
      await waitUntilSettled(visitor)
      const recorded = visitor.waitForResponse((response) => response.url().endsWith('/api/page-views'))
      await visitor.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'About' }).click()
      await recorded
      await expect(visitor).toHaveURL(/\/about$/)
      await visitor.goto('/articles/winter-range')
      await context.close()
    }
    await look('10.7.0.1')
    await look('10.7.0.2')
    await look('10.7.0.3', { dnt: '1' })
    await look('10.7.0.4', { 'sec-gpc': '1' })

    const pages = page.getByRole('region', { name: 'Top pages' }).getByRole('row')
    await expect(async () => {
      await page.goto('/admin/analytics')
      await expect(pages).toHaveText(['PagePage views', '/articles/winter-range4', '/about2'], { timeout: 2000 })
    }).toPass({ timeout: 240_000, intervals: [1000] })
    const days = page.getByRole('region', { name: 'Daily visits' })
    await expect(days).toContainText('6 page views in the last 30 days, 6 page views by 2 visitors today')
    await expect(days.locator('[data-part=day]')).toHaveCount(30)
    await expect(days.locator('[data-part=day] title').last()).toHaveText(/: 6 page views, 2 visitors$/)
    expect(Number(await days.locator('[data-part=day-views]').last().getAttribute('height'))).toBeGreaterThan(100)
    await days.getByText('Show as table').click()
    await expect(days.getByRole('table').getByRole('row').nth(1)).toHaveText(/62$/)
    await pages.nth(1).getByRole('link').click()
    await expect(page).toHaveURL(/\/articles\/winter-range$/)
  },
)
