import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSessionEndpoint, signInEndpoint } from '#features/accounts/account.contract.ts'
import { TEST_PASSWORD, signUp } from '#features/accounts/account.factory.ts'
import { listNoticesEndpoint } from '#features/notices/notice.contract.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const findDeviceCookie = (response: { headers: Record<string, string | string[] | undefined> }) =>
  [response.headers['set-cookie']]
    .flat()
    .find((line) => line?.startsWith('device='))
    ?.split(';')[0] ?? ''
const signIn = (cookie = '') =>
  site.call(
    null,
    signInEndpoint,
    { body: { username: 'Ida', password: TEST_PASSWORD } },
    { cookie, 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' },
  )
const listMails = () =>
  site.ctx.db.selectFrom('mails').select(['to_address', 'body']).where('subject', '=', 'A new sign-in at Net Zero').execute()

test('only the first sign-in with an unknown browser sends a mail and a notice', async () => {
  const signedUp = await signUp(site, 'Ida')
  await site.ctx.db.updateTable('users').set({ email: 'ida@example.org' }).where('username', '=', 'Ida').execute()
  const knownDevice = findDeviceCookie(signedUp)
  expect(knownDevice).toMatch(/^device=/)
  await signIn(knownDevice)
  expect(await listMails()).toEqual([])
  const newBrowserSignIn = await signIn()
  expect((await listMails()).map(({ to_address: to }) => to)).toEqual(['ida@example.org'])
  expect((await listMails())[0]?.body).toContain('Firefox')
  await signIn(findDeviceCookie(newBrowserSignIn))
  expect(await listMails()).toHaveLength(1)
  const cookie = String([newBrowserSignIn.headers['set-cookie']].flat().find((line) => line?.startsWith('session='))).split(';')[0] ?? ''
  const noticesResponse = await site.app.inject({ url: listNoticesEndpoint.path, headers: { cookie } })
  expect(noticesResponse.json()).toMatchObject([{ kind: 'security', title: expect.stringContaining('new browser') }])
  const sessionResponse = await site.app.inject({ url: getSessionEndpoint.path, headers: { cookie } })
  expect(sessionResponse.json().user.unreadNotices).toBe(1)
})
