/** The status page of an enquiry, opened by the mailed link without an account: without and with JavaScript. */
import type { APIRequestContext } from '@playwright/test'
import { expectNoAxeViolations } from './axe.ts'
import { signIn } from './administrator.ts'
import { keeper, otherBrowser, unique } from './people.ts'
import { expect, test } from './site.ts'

async function createEnquiry(calls: APIRequestContext, name: string): Promise<{ id: number; path: string; adminCalls: APIRequestContext }> {
  const email = `${name.toLowerCase()}@example.org`
  const product = (await (await calls.get('/api/products/hearthstone-keep-10')).json()) as { id: number }
  const data = { name, email, phone: '01632 960001', address: '1 The Row', notes: 'Does it hum?', productId: product.id }
  const { id } = (await (await calls.post('/api/enquiries', { data })).json()) as { id: number }
  const adminCalls = await keeper()
  const mails = (await (await adminCalls.get('/api/admin/mail?perPage=50')).json()) as { to: string; body: string }[]
  const path = /\/enquiry-status\/[\d]+~[\w-]{43}/.exec(mails.find(({ to }) => to === email)?.body ?? '')?.[0] ?? ''
  return { id, path, adminCalls }
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedInConsole: /status of 40[0-9]/ })

  test('a customer reads a reply, writes a message, withdraws the enquiry and erases it', async ({ page, request }) => {
    const { id, path, adminCalls } = await createEnquiry(request, unique('Plain'))
    const created = await adminCalls.post(`/api/enquiries/${id}/answers`, { data: { text: 'No, it is silent.' } })
    expect(created.status()).toBe(201)
    const response = await page.goto(path)
    expect(response?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expect(page.getByText('No, it is silent.')).toBeVisible()
    await expect(page.getByText('In progress', { exact: true })).toBeVisible()

    const form = page.getByRole('form', { name: 'Add a message' })
    await form.getByLabel('Message').fill('   ')
    await form.getByRole('button', { name: 'Send message' }).click()
    await expect(form.getByLabel('Message')).toHaveAccessibleDescription('Please enter a message')
    await form.getByLabel('Message').fill('Then I take two.')
    await form.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Then I take two.' })).toContainText('You')

    await page.getByText('Withdraw it', { exact: true }).click()
    await page.getByRole('button', { name: 'Withdraw the enquiry' }).click()
    await expect(page.getByText('withdrew the enquiry')).toBeVisible()
    await expect(form).toHaveCount(0)
    await page.getByText('Erase it permanently', { exact: true }).click()
    await page.getByRole('button', { name: 'Erase the enquiry' }).click()
    await expect(page).toHaveURL(/\/enquiry-status\?sent=erased$/)
    await expect(page.getByText('The enquiry is erased')).toBeVisible()
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')

    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await page.getByRole('form', { name: 'Request a new link' }).getByLabel('Email').fill('nobody@example.org')
    await page.getByRole('button', { name: 'Send me the link' }).click()
    await expect(page.getByText('Check your inbox')).toBeVisible()
  })
})

test('with JavaScript a message is shown immediately and is on the administrator’s timeline', async ({ page, request }) => {
  const { id, path, adminCalls } = await createEnquiry(request, unique('Lively'))
  await page.goto(path)
  await expectNoAxeViolations(page, path)
  const form = page.getByRole('form', { name: 'Add a message' })
  await form.getByLabel('Message').fill('One more thing.')
  await form.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'One more thing.' })).toContainText('You')
  await expect(form.getByLabel('Message')).toHaveValue('')
  const timeline = (await (await adminCalls.get(`/api/enquiries/${id}/timeline`)).json()) as { what: string; after: string }[]
  expect(timeline.at(-1)).toMatchObject({ what: 'message', after: 'One more thing.' })
})

test('messages and replies are written in the writing field and formatted on both pages, at 360 px', async ({ page, browser, request }) => {
  await page.setViewportSize({ width: 360, height: 760 })
  const { id, path } = await createEnquiry(request, unique('Formatted'))
  await page.goto(path)
  const message = page.getByRole('form', { name: 'Add a message' })
  await message.getByLabel('Message').fill('I need **two** of them:\n\n- one for the shed\n- one for the house')
  await message.getByRole('tab', { name: 'Preview' }).click()
  await expect(message.getByRole('listitem')).toHaveText(['one for the shed', 'one for the house'])
  await expect(message.getByRole('button', { name: /picture/i })).toHaveCount(0)
  await message.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('strong').filter({ hasText: 'two' })).toBeVisible()

  const office = await otherBrowser(browser)
  await signIn(office)
  await office.goto(`/admin/enquiries?open=${id}`)
  const panel = office.getByRole('dialog')
  await expect(panel.getByRole('strong').filter({ hasText: 'two' })).toBeVisible()
  const reply = panel.getByRole('textbox', { name: 'Reply' })
  await reply.fill('Both fit')
  await reply.press('ControlOrMeta+a')
  await panel.getByRole('button', { name: /^Bold/ }).click()
  await expect(reply).toHaveValue('**Both fit**')
  await panel.getByRole('button', { name: 'Send Reply' }).click()
  await expect(panel.getByRole('strong').filter({ hasText: 'Both fit' })).toBeVisible()
  await expect(reply).toHaveValue('')

  await page.reload()
  await expect(page.getByRole('strong').filter({ hasText: 'Both fit' })).toBeVisible()
  await expectNoAxeViolations(page, path)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})
