/** A public site on which an earlier version stored `everyone`: the administrator is asked once whether that is intended. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import { upsertSetting } from '#features/sites/setting.queries.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'

const HOST = 'net-zero.example'
let installation: TestInstallation
let admin: Viewer
beforeAll(async () => {
  installation = await openTestInstallation()
  admin = await makeUser(installation.main, { isAdmin: true })
})
beforeEach(async () => {
  await installation.main.db.deleteFrom('settings').where('key', 'in', ['launching', 'isLaunchingAnswered']).execute()
  await upsertSetting(installation.main.db, 'launching', 'everyone')
  Object.assign(installation.main.settings, { launching: 'everyone', isLaunchingAnswered: false })
  await installation.start({ publicUrl: `http://${HOST}` })
  installation.viewer = admin
})
afterAll(() => installation.close())

const settings = async () => (await installation.ask(HOST, '/api/admin/launching')).body
const launch = (siteName: string) => installation.launch({ siteName, content: 'empty' }, { host: HOST })
const answer = (choice: string) => installation.ask(HOST, '/api/admin/launching/answer', { body: { answer: choice } })
const latest = () =>
  installation.main.db.selectFrom('audit_entries').select(['user_id', 'subject_title', 'after']).orderBy('id', 'desc').executeTakeFirst()

test('the question is open on a public site only, while everyone may launch', async () => {
  expect((await settings()).isQuestionOpen).toBe(true)
  await installation.start()
  expect((await settings()).isQuestionOpen).toBe(false)
  await installation.start({ publicUrl: 'http://localhost:3000' })
  const local = await installation.ask('localhost:3000', '/api/admin/launching')
  expect(local.body.isQuestionOpen).toBe(false)
})

test('there is no question without a stored setting: only confirmed members may launch', async () => {
  await installation.main.db.deleteFrom('settings').where('key', '=', 'launching').execute()
  installation.main.settings.launching = null
  expect(await settings()).toMatchObject({ launching: 'members', isQuestionOpen: false })
})

test.each([
  ['open', 'everyone', 'Launching stays open'],
  ['closed', 'nobody', 'Launching closed'],
])('the answer “%s” is stored and audited', async (choice, launching, title) => {
  expect((await answer(choice)).status).toBe(200)
  expect(await settings()).toMatchObject({ launching, isQuestionOpen: false })
  expect(await latest()).toMatchObject({
    user_id: admin.id,
    subject_title: title,
    after: expect.stringContaining('"isLaunchingAnswered":true'),
  })
  expect((await answer('closed')).body.code).toBe('deployment.answered')
  const launched = await launch('After all')
  expect(launched.status).toBe(choice === 'open' ? 201 : 403)
})

test('changing the launch permission answers the question as well', async () => {
  const change = (launching: string) => installation.ask(HOST, '/api/admin/launching', { method: 'PATCH', body: { launching } })
  await change('members')
  await change('everyone')
  expect((await settings()).isQuestionOpen).toBe(false)
})

test('rejects visitors, members, tenant sites and unknown answers', async () => {
  expect((await answer('perhaps')).status).toBe(400)
  const { host } = await launch('A copy')
  expect((await installation.ask(host, '/api/admin/launching/answer', { body: { answer: 'open' } })).status).toBe(404)
  installation.viewer = { id: 9, isAdmin: false }
  expect((await answer('open')).status).toBe(403)
  installation.viewer = null
  expect((await answer('open')).status).toBe(401)
})
