/** Launch rules as shown by the deployment wizard, on a dedicated server. */
import type { Page } from '@playwright/test'
import { removeData, startServer, type RunningServer } from '../support/running-server.ts'
import { expectNoAxeViolations } from './axe.ts'
import { keeper, PASSWORD, unique } from './people.ts'
import { expect, test as base } from './site.ts'
import { NIGHTLY } from './nightly.ts'

const test = base.extend<object, { own: RunningServer }>({
  own: [
    async ({}, use) => {
      const ADMIN_PASSWORD = process.env['E2E_ADMIN_PASSWORD'] ?? ''
      const server = await startServer({ TRUST_PROXY: 'true', CONTENT: 'empty', ADMIN_USERNAME: 'keeper', ADMIN_PASSWORD })
      await use(server)
      const code = await server.stop()
      removeData(server.dataDir)
      expect(code, server.output()).toBe(0)
      expect(server.output()).not.toMatch(/"level":(50|60)/)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ own }, use) => use(own.url),
})
test.describe.configure({ mode: 'serial' })
test.use({ expectedInConsole: /status of (403|409)/ })

async function setLaunchRules(own: RunningServer, data: object): Promise<void> {
  const calls = await keeper(own.url)
  expect((await calls.patch('/api/admin/launching', { data })).status()).toBe(200)
  await calls.dispose()
}
/** Returns the path of the link in the confirmation mail, read from the outbox. */
async function confirmationLink(own: RunningServer, email: string): Promise<string> {
  const calls = await keeper(own.url)
  const mails = (await (await calls.get('/api/admin/mail')).json()) as { to: string; body: string }[]
  await calls.dispose()
  return /http\S+(\/confirm-email#[\w-]+)/.exec(mails.find(({ to }) => to === email)?.body ?? '')?.[1] ?? ''
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const form = (page: Page) => page.getByRole('form', { name: /Basic Info|Features|Deployment/ })
const says = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible()
async function fillToLastStep(page: Page, name: string): Promise<void> {
  await page.getByLabel('Site name').fill(name)
  await press(page, 'Continue')
  await press(page, 'Continue')
  await expect(page.getByRole('heading', { level: 2, name: 'Deployment' })).toBeVisible()
}
const MEMBERS = 'Only members may launch a site here'
const UNCONFIRMED = 'Confirm your email address first'
const NOBODY = 'Launching sites is switched off'
const FULL = 'The maximum number of sites has been reached'

test('with launching for members only, the wizard warns visitors and keeps input through sign-up', NIGHTLY, async ({ page, own }) => {
  await setLaunchRules(own, { launching: 'members' })
  await page.goto('/deploy')
  await says(page, MEMBERS)
  await fillToLastStep(page, 'Members Mews')
  await says(page, `${MEMBERS}.`)
  await expect(page.getByRole('button', { name: 'Deploy Now' })).toHaveCount(0)
  await expectNoAxeViolations(page)

  // The detour of a visitor who has no account yet.
  await form(page).getByRole('link', { name: 'Sign in to deploy' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
  await page.goBack()
  await form(page).getByRole('link', { name: 'Sign Up Free' }).click()
  const username = unique('member')
  const signUpForm = page.getByRole('form', { name: 'Sign up free' })
  await signUpForm.getByLabel('Username').fill(username)
  await signUpForm.getByLabel('Email').fill(`${username}@example.org`)
  await signUpForm.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await signUpForm.getByRole('button', { name: 'Sign Up Free' }).click()
  await expect(page).toHaveURL(/\/deploy\?step=3$/)

  // An unconfirmed email address may belong to another person.
  await says(page, UNCONFIRMED)
  await expect(page.getByText(MEMBERS)).toHaveCount(0)
  await says(page, `${UNCONFIRMED}.`)
  await expectNoAxeViolations(page)
  await page.goto(await confirmationLink(own, `${username}@example.org`))
  await press(page, 'Confirm my email')
  await expect(page.getByText('Your email is confirmed', { exact: true }).first()).toBeVisible()
  await page.goto('/deploy?step=3')
  await expect(form(page)).toContainText('Members Mews')
  await expect(page.getByRole('button', { name: 'Deploy Now' })).toBeVisible()
  await expect(page.getByText(UNCONFIRMED)).toHaveCount(0)
  await press(page, 'Deploy Now')
  await expect(page.getByRole('heading', { level: 1, name: 'Deployment Successful!' })).toBeVisible()
})

test('a launch rule changed while the wizard is open: the API returns 403, the wizard shows it', NIGHTLY, async ({ page, own }) => {
  await setLaunchRules(own, { launching: 'everyone' })
  await page.goto('/deploy')
  await fillToLastStep(page, 'Changed Chase')
  await setLaunchRules(own, { launching: 'members' })
  await press(page, 'Deploy Now')
  await says(page, 'Deployment Failed')
  await says(page, MEMBERS)
  await expect(form(page).getByRole('link', { name: 'Sign in to deploy' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Only members can launch a copy. Please sign in first.' })).toBeVisible()

  await setLaunchRules(own, { launching: 'everyone' })
  await page.reload()
  await expect(form(page)).toContainText('Changed Chase')
  await setLaunchRules(own, { launching: 'nobody' })
  await press(page, 'Deploy Now')
  await says(page, NOBODY)
  await expect(page.getByRole('button', { name: 'Deploy Now' })).toBeDisabled()
})

test('the wizard says if launching is off or the maximum is reached, until “Check again”', NIGHTLY, async ({ page, own }) => {
  await setLaunchRules(own, { launching: 'nobody' })
  expect((await page.goto('/deploy'))?.status()).toBe(200)
  await says(page, NOBODY)
  await fillToLastStep(page, 'Patient Place')
  await expect(page.getByRole('button', { name: 'Deploy Now' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Deploy Now' })).toHaveAccessibleDescription(`${NOBODY}.`)
  await expectNoAxeViolations(page)
  await form(page).getByRole('button', { name: 'Check again' }).click()
  await says(page, 'Nothing has changed yet')

  await setLaunchRules(own, { launching: 'everyone', mostCopies: 0 })
  await form(page).getByRole('button', { name: 'Check again' }).click()
  await says(page, FULL)
  await setLaunchRules(own, { mostCopies: 500 })
  await form(page).getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText(FULL)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Deploy Now' })).toBeEnabled()

  await setLaunchRules(own, { mostCopies: 0 })
  await press(page, 'Deploy Now')
  await says(page, FULL)
  await expect(page.getByRole('alert').filter({ hasText: 'The maximum number of copies has been reached.' })).toBeVisible()
  await expect(form(page)).toContainText('Patient Place')
})

test('an invitation link lets a visitor launch one site', async ({ page, own }) => {
  await setLaunchRules(own, { launching: 'members', mostCopies: 500 })
  const calls = await keeper(own.url)
  const invitation = (await (await calls.post('/api/admin/launching/invitations', { data: { note: 'Ada' } })).json()) as { link: string }
  await calls.dispose()
  const { pathname, hash } = new URL(invitation.link)

  await page.goto(pathname + hash)
  await says(page, 'You have an invitation')
  await expect(page).toHaveURL(/\/deploy$/)
  await expect(page.getByText(MEMBERS)).toHaveCount(0)
  await fillToLastStep(page, 'Invited Inn')
  await expectNoAxeViolations(page)
  await press(page, 'Deploy Now')
  await expect(page.getByRole('heading', { level: 1, name: 'Deployment Successful!' })).toBeVisible()

  await press(page, 'Deploy another site')
  await says(page, 'This invitation cannot be used')
  await says(page, MEMBERS)
})
