/** The back-office's screens on mail, background work and webhooks, each with what it is for. */
import { expectGone } from './expect-gone.ts'
import { expectToast, signIn, some } from './administrator.ts'
import { expectNoAxeViolations } from './axe.ts'
import { NIGHTLY } from './nightly.ts'
import { otherBrowser, signUp, unique } from './people.ts'
import { expect, test } from './site.ts'

test.beforeEach(({ page }) => signIn(page))

test(
  'an administrator adds a webhook, sees its secret once, rotates it, resends a failed call, and runs and discards its job',
  NIGHTLY,
  async ({ page }) => {
    const what = some('Ticket system')
    // No such host can be (RFC 6761): each call fails, and is tried again.
    const url = 'https://hooks.example.invalid/site'
    await page.goto('/admin/webhooks')
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    const sheet = page.getByRole('dialog', { name: 'Add a webhook' })
    await sheet.getByRole('textbox', { name: 'URL' }).fill(url)
    await sheet.getByLabel('Description').fill(what)
    await sheet.getByRole('checkbox', { name: /^subscriber\.deleted/ }).check()
    await expectNoAxeViolations(page, 'the sheet')
    await sheet.getByRole('button', { name: 'Add', exact: true }).click()
    const panel = page.getByRole('dialog', { name: what })
    const secret = panel.locator('code').filter({ hasText: /^whsec_/ })
    const first = await secret.innerText()
    await expectNoAxeViolations(page, 'the panel')
    await panel.getByRole('button', { name: 'New secret' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click()
    await expect(secret).not.toHaveText(first)
    await expect(panel.getByText('valid until')).toBeVisible()
    await page.reload()
    await page.getByRole('row').filter({ hasText: what }).click()
    await expect(panel.getByText('valid until')).toBeVisible()
    await expect(secret).toHaveCount(0)

    await panel.getByRole('button', { name: 'Send a test' }).click()
    await expectToast(page, 'Test not delivered')
    const call = panel.getByRole('listitem').filter({ hasText: 'Failed' })
    await call.locator('summary').click()
    await expectNoAxeViolations(page, 'a call')
    await call.getByRole('button', { name: 'Send again' }).click()
    await expect(panel.getByRole('listitem').filter({ hasText: 'Waiting' })).toBeVisible()

    const [webhook] = (await (await page.request.get('/api/admin/webhooks')).json()) as { id: number; description: string }[]
    const [delivery] = (await (await page.request.get(`/api/admin/webhooks/${webhook?.id}/deliveries`)).json()) as { id: number }[]
    await page.goto('/admin/jobs')
    const row = page
      .getByRole('row')
      .filter({ hasText: 'Call a webhook' })
      .filter({ hasText: `Delivery id ${delivery?.id}` })
    await expect(row).toBeVisible()
    await expectNoAxeViolations(page, '/admin/jobs')
    await row.click()
    const work = page.getByRole('dialog', { name: 'Call a webhook' })
    await expectNoAxeViolations(page, 'a job')
    await work.getByRole('button', { name: 'Run now' }).click()
    await expectToast(page, 'The job will run shortly')
    // It fails again, and waits for its next time, which the list shows without a reload. What runs cannot be discarded.
    await expect(row).toContainText('Its host cannot be found.')
    await expect(row).toContainText('Waiting')
    await row.click()
    await work.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expectToast(page, 'Job discarded')
    await expectGone(row, page.getByRole('heading', { level: 1 }))
    expect((await page.request.delete(`/api/admin/webhooks/${webhook?.id}`)).status()).toBe(200)
  },
)

test('an administrator adds an address to the suppression list, finds it and removes it', NIGHTLY, async ({ page }) => {
  const address = `${unique('gone')}@example.org`
  await page.goto('/admin/suppressions')
  await page.getByRole('button', { name: 'Add an address' }).first().click()
  const sheet = page.getByRole('dialog', { name: 'Add an address' })
  await sheet.getByLabel('Email address').fill(address)
  await sheet.getByLabel('Reason').fill('Asked on the telephone')
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await expectToast(page, 'Address added')
  await page.getByRole('searchbox', { name: 'Search addresses' }).fill(address)
  const row = page.getByRole('row').filter({ hasText: address })
  await expect(row).toContainText('Asked on the telephone')
  await expectNoAxeViolations(page, '/admin/suppressions')
  await row.getByRole('button', { name: `Remove ${address}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove from the list' }).click()
  await expectToast(page, 'Address removed')
  await expect(page.getByText('No addresses match')).toBeVisible()
})

test('the Data retention page lists the rules, and the runs of a rule in its panel', NIGHTLY, async ({ page }) => {
  await page.goto('/admin/retention')
  const row = page.getByRole('table', { name: 'Data retention' }).getByRole('row').nth(1)
  await expect(row).toBeVisible()
  await expectNoAxeViolations(page, '/admin/retention')
  await row.click()
  await expect(page.getByRole('dialog').getByText(/This list goes back \d+ days/)).toBeVisible()
  await expectNoAxeViolations(page, 'a rule')
})

test('the settings link to the Deliverability page, which checks the sender domain again on request', NIGHTLY, async ({ page }) => {
  await page.goto('/admin/settings')
  await page.getByRole('link', { name: 'Check your sender domain' }).click()
  // A site on this machine alone has no domain to ask about.
  await expect(page.getByRole('heading', { name: 'Sender', exact: true })).toBeVisible()
  await expectNoAxeViolations(page, '/admin/deliverability')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('button', { name: 'Check again' })).toBeEnabled()
})

test(
  'an administrator rejects a topic, and hides another with a reason that its author reads',
  NIGHTLY,
  async ({ page, browser, request }) => {
    const title = unique('An offer')
    const guest = { title, content: 'See https://example.org/offer', categoryId: 1 }
    expect((await request.post('/api/forums', { data: guest })).status()).toBe(201)
    await page.goto('/admin/forums?status=waiting')
    await page.getByRole('button', { name: `Reject ${title}` }).click()
    const question = page.getByRole('alertdialog', { name: `Reject “${title}”?` })
    await question.getByLabel('Reason').fill('It sells something.')
    await expectNoAxeViolations(page, 'the question')
    await question.getByRole('button', { name: 'Reject' }).click()
    await expectToast(page, 'Topic rejected')
    await expect(question).toBeHidden()

    const writer = await otherBrowser(browser)
    await signUp(writer, unique('Writer'))
    const own = unique('Mine')
    const posted = await writer.request.post('/api/forums', { data: { title: own, content: 'Words.', categoryId: 1 } })
    expect(posted.status()).toBe(201)
    await page.goto(`/admin/forums?search=${own}`)
    await page.getByRole('button', { name: `Hide ${own}` }).click()
    const hiding = page.getByRole('alertdialog', { name: `Hide “${own}”?` })
    await hiding.getByLabel('Reason').fill('Twice\nthe same.')
    await hiding.getByRole('button', { name: 'Hide' }).click()
    await expectToast(page, 'Topic hidden')
    await writer.goto('/notices')
    await expect(writer.getByText(`Your topic “${own}” has been hidden: Twice the same.`)).toBeVisible()
  },
)
