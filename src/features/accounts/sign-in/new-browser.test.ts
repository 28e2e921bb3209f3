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

const deviceCookie = (response: { headers: Record<string, string | string[] | undefined> }) =>
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
const mails = () =>
  site.ctx.db.selectFrom('mails').select(['to_address', 'body']).where('subject', '=', 'A new sign-in at Net Zero').execute()

test('a sign-in with an unknown browser sends a mail and a notice, once', async () => {
  const signedUp = await signUp(site, 'Ida')
  await site.ctx.db.updateTable('users').set({ email: 'ida@example.org' }).where('username', '=', 'Ida').execute()
  const known = deviceCookie(signedUp)
  expect(known).toMatch(/^device=/)
  await signIn(known)
  expect(await mails()).toEqual([])
  const elsewhere = await signIn()
  expect((await mails()).map(({ to_address: to }) => to)).toEqual(['ida@example.org'])
  expect((await mails())[0]?.body).toContain('Firefox')
  await signIn(deviceCookie(elsewhere))
  expect(await mails()).toHaveLength(1)
  const cookie = String([elsewhere.headers['set-cookie']].flat().find((line) => line?.startsWith('session='))).split(';')[0] ?? ''
  const listed = await site.app.inject({ url: listNoticesEndpoint.path, headers: { cookie } })
  expect(listed.json()).toMatchObject([{ kind: 'security', title: expect.stringContaining('new browser') }])
  const session = await site.app.inject({ url: getSessionEndpoint.path, headers: { cookie } })
  expect(session.json().user.unreadNotices).toBe(1)
})
