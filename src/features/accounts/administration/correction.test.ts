/** An administrator corrects a member's name, username, picture and email. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeUserEndpoint } from '#features/users/user-admin.contract.ts'
import { getUserEndpoint, listUsersEndpoint } from '#features/users/user.contract.ts'
import { lastEntryOf } from '#tests/support/audit-entries.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { forgotPasswordEndpoint, getSessionEndpoint } from '#features/accounts/account.contract.ts'
import { makeSignedIn, signIn, signUp, type TestAccount } from '#features/accounts/account.factory.ts'

let site: TestSite
let admin: TestAccount
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeSignedIn(site, 'Chief', true)
  await makeSignedIn(site, 'Stranger')
})
afterAll(() => site.close())

const change = (id: number, body: object, who = admin) => who.call(changeUserEndpoint, { params: { id }, body })
const mailsTo = async (to: string) =>
  await site.ctx.db.selectFrom('mails').select(['subject', 'body']).where('to_address', '=', to).orderBy('id').execute()
const lastEntry = async (id: number) => {
  const { user_id, action, before, after } = await lastEntryOf(site.ctx, 'user', id)
  return { user_id, action, before: JSON.parse(before ?? '{}'), after: JSON.parse(after ?? '{}') }
}

describe('a correction', () => {
  test('of the username takes effect, is audited, and reserves the old one', async () => {
    const ana = await makeSignedIn(site, 'Ana')
    const { status, body } = await change(ana.id, { username: 'Ana-Lucia' })
    expect(status).toBe(200)
    expect(body.username).toBe('Ana-Lucia')
    expect((await signIn(site, 'ana-lucia')).status).toBe(200)
    expect((await signIn(site, 'Ana')).status).toBe(401)
    expect((await ana.call(getSessionEndpoint)).body.user.username).toBe('Ana-Lucia')
    expect((await admin.call(listUsersEndpoint, { query: { search: 'na-luc' } })).body).toHaveLength(1)
    expect(await lastEntry(ana.id)).toEqual({
      user_id: admin.id,
      action: 'user.edit',
      before: { username: 'Ana' },
      after: { username: 'Ana-Lucia' },
    })
    expect((await signUp(site, 'Ana', { email: 'another@example.org' })).status).toBe(409)
  })

  test('of the username sends the member a mail with both names', async () => {
    const ben = await makeSignedIn(site, 'Ben')
    await change(ben.id, { username: 'Benedict' })
    const sent = await mailsTo('ben@example.org')
    expect(sent).toHaveLength(1)
    expect(sent[0]?.subject).toBe(`Your username at ${site.ctx.site.settings.name} has changed`)
    expect(sent[0]?.body).toContain('from Ben to Benedict')
  })

  test('of the email notifies the old one, and the new one can sign in', async () => {
    const cleo = await makeSignedIn(site, 'Cleo')
    await cleo.call(forgotPasswordEndpoint, { body: { email: 'cleo@example.org' } })
    expect((await change(cleo.id, { email: 'Cleo@Elsewhere.example.org' })).body.email).toBe('cleo@elsewhere.example.org')
    const subjects = (await mailsTo('cleo@example.org')).map(({ subject }) => subject)
    expect(subjects.at(-1)).toBe(`Your email address at ${site.ctx.site.settings.name} has changed`)
    expect(await mailsTo('cleo@elsewhere.example.org')).toEqual([])
    expect((await signIn(site, 'cleo@elsewhere.example.org')).status).toBe(200)
    expect((await lastEntry(cleo.id)).after).toEqual({ email: 'cleo@elsewhere.example.org' })
  })

  test('of username and email mails the old email about its change and the new one about the username', async () => {
    const dag = await makeSignedIn(site, 'Dag')
    await change(dag.id, { username: 'Dagny', email: 'dagny@example.org' })
    expect(await mailsTo('dag@example.org')).toHaveLength(1)
    expect((await mailsTo('dagny@example.org')).map(({ body }) => body.includes('from Dag to Dagny'))).toEqual([true])
  })

  test('can clear name and picture; unchanged values are neither audited nor mailed', async () => {
    const eve = await makeSignedIn(site, 'Eve')
    await change(eve.id, { displayName: 'Rude', avatarUrl: 'https://example.org/rude.png' })
    expect((await change(eve.id, { displayName: '', avatarUrl: '' })).body).toMatchObject({ displayName: null, avatarUrl: null })
    expect((await site.call(null, getUserEndpoint, { params: { id: eve.id } })).body).toMatchObject({ displayName: null, avatarUrl: null })
    const before = await lastEntry(eve.id)
    await change(eve.id, { username: 'Eve', email: 'EVE@example.org', displayName: '' })
    expect(await lastEntry(eve.id)).toEqual(before)
    expect(await mailsTo('eve@example.org')).toEqual([])
  })

  test('of the administrator’s own username sends no mail and keeps the session', async () => {
    const flo = await makeSignedIn(site, 'Flo', true)
    expect((await change(flo.id, { username: 'Flora', displayName: 'Flora G.' }, flo)).status).toBe(200)
    expect((await flo.call(getSessionEndpoint)).body.user).toMatchObject({ username: 'Flora', isAdmin: true })
    expect(await mailsTo('flo@example.org')).toEqual([])
  })
})

describe('rejects', () => {
  test('taken and invalid values with their field, and rolls the change back', async () => {
    const gus = await makeSignedIn(site, 'Gus')
    const errorOf = async (body: object) => {
      const { status, body: error } = await change(gus.id, { displayName: 'Should not stay', ...body })
      return { status, code: error.code, path: error.errors?.[0]?.path }
    }
    const usernameTaken = { status: 409, code: 'user.username_taken', path: 'username' }
    const emailTaken = { status: 409, code: 'user.email_taken', path: 'email' }
    const invalid = (path: string) => ({ status: 400, code: 'input.invalid', path })
    expect(await errorOf({ username: 'CHIEF' })).toEqual(usernameTaken)
    expect(await errorOf({ username: 'deleted-4' })).toEqual(usernameTaken)
    expect(await errorOf({ email: 'Chief@example.org' })).toEqual(emailTaken)
    expect(await errorOf({ username: 'Gustav', email: 'chief@example.org' })).toEqual(emailTaken)
    expect(await errorOf({ username: 'no spaces' })).toEqual(invalid('username'))
    expect(await errorOf({ username: 'ab' })).toEqual(invalid('username'))
    expect(await errorOf({ email: '' })).toEqual(invalid('email'))
    expect(await errorOf({ avatarUrl: 'javascript:alert(1)' })).toEqual(invalid('avatarUrl'))
    const { body } = await site.call(null, getUserEndpoint, { params: { id: gus.id } })
    expect(body).toMatchObject({ username: 'Gus', displayName: null })
    expect(await mailsTo('gus@example.org')).toEqual([])
  })

  test('one of two concurrent changes to the same username', async () => {
    const [hal, ida] = [await makeSignedIn(site, 'Hal'), await makeSignedIn(site, 'Ida')]
    const responses = await Promise.all([hal, ida].map(({ id }) => change(id, { username: 'Sought' })))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('a change of the administrator’s own email', async () => {
    const { status, body } = await change(admin.id, { email: 'thief@example.org' })
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 'user.own_email', errors: [{ path: 'email' }] })
    expect((await signIn(site, 'thief@example.org')).status).toBe(401)
  })

  test('a new username for the guest account, and unknown accounts', async () => {
    expect((await change(1, { username: 'visitors' })).body.code).toBe('user.guest')
    expect((await change(999_999, { username: 'nobody-there' })).status).toBe(404)
  })

  test('SEC-05 SEC-06 guests and members, also for their own account', async () => {
    const jan = await makeSignedIn(site, 'Jan')
    const body = { username: 'Janus', email: 'janus@example.org' }
    expect((await site.call(null, changeUserEndpoint, { params: { id: jan.id }, body })).status).toBe(401)
    expect((await change(jan.id, body, jan)).status).toBe(403)
    expect((await change(admin.id, body, jan)).status).toBe(403)
    expect((await site.call(null, getUserEndpoint, { params: { id: jan.id } })).body.username).toBe('Jan')
  })
})
