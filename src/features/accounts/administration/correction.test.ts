/** Tests how an administrator corrects the name, username, picture and email of a member. */
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

const changeUser = (id: number, body: object, actor = admin) => actor.call(changeUserEndpoint, { params: { id }, body })
const listMails = async (recipient: string) =>
  await site.ctx.db.selectFrom('mails').select(['subject', 'body']).where('to_address', '=', recipient).orderBy('id').execute()
const getLastEntry = async (id: number) => {
  const { user_id, action, before, after } = await lastEntryOf(site.ctx, 'user', id)
  return { user_id, action, before: JSON.parse(before ?? '{}'), after: JSON.parse(after ?? '{}') }
}

describe('a correction by an administrator', () => {
  test('of the username takes effect, is audited, and reserves the former username', async () => {
    const ana = await makeSignedIn(site, 'Ana')
    const { status, body } = await changeUser(ana.id, { username: 'Ana-Lucia' })
    expect(status).toBe(200)
    expect(body.username).toBe('Ana-Lucia')
    expect((await signIn(site, 'ana-lucia')).status).toBe(200)
    expect((await signIn(site, 'Ana')).status).toBe(401)
    expect((await ana.call(getSessionEndpoint)).body.user.username).toBe('Ana-Lucia')
    expect((await admin.call(listUsersEndpoint, { query: { search: 'na-luc' } })).body).toHaveLength(1)
    expect(await getLastEntry(ana.id)).toEqual({
      user_id: admin.id,
      action: 'user.edit',
      before: { username: 'Ana' },
      after: { username: 'Ana-Lucia' },
    })
    expect((await signUp(site, 'Ana', { email: 'another@example.org' })).status).toBe(409)
  })

  test('of the username sends the member a mail with both names', async () => {
    const ben = await makeSignedIn(site, 'Ben')
    await changeUser(ben.id, { username: 'Benedict' })
    const sentMails = await listMails('ben@example.org')
    expect(sentMails).toHaveLength(1)
    expect(sentMails[0]?.subject).toBe(`Your username at ${site.ctx.site.settings.name} has changed`)
    expect(sentMails[0]?.body).toContain('from Ben to Benedict')
  })

  test('of the email mails the former email, and lets the member sign in with the new one', async () => {
    const cleo = await makeSignedIn(site, 'Cleo')
    await cleo.call(forgotPasswordEndpoint, { body: { email: 'cleo@example.org' } })
    expect((await changeUser(cleo.id, { email: 'Cleo@Elsewhere.example.org' })).body.email).toBe('cleo@elsewhere.example.org')
    const subjects = (await listMails('cleo@example.org')).map(({ subject }) => subject)
    expect(subjects.at(-1)).toBe(`Your email address at ${site.ctx.site.settings.name} has changed`)
    expect(await listMails('cleo@elsewhere.example.org')).toEqual([])
    expect((await signIn(site, 'cleo@elsewhere.example.org')).status).toBe(200)
    expect((await getLastEntry(cleo.id)).after).toEqual({ email: 'cleo@elsewhere.example.org' })
  })

  test('of username and email mails the former email about the email, and the new email about the username', async () => {
    const dag = await makeSignedIn(site, 'Dag')
    await changeUser(dag.id, { username: 'Dagny', email: 'dagny@example.org' })
    expect(await listMails('dag@example.org')).toHaveLength(1)
    expect((await listMails('dagny@example.org')).map(({ body }) => body.includes('from Dag to Dagny'))).toEqual([true])
  })

  test('can remove name and picture; a correction that changes nothing is neither audited nor mailed', async () => {
    const eve = await makeSignedIn(site, 'Eve')
    await changeUser(eve.id, { displayName: 'Rude', avatarUrl: 'https://example.org/rude.png' })
    expect((await changeUser(eve.id, { displayName: '', avatarUrl: '' })).body).toMatchObject({ displayName: null, avatarUrl: null })
    expect((await site.call(null, getUserEndpoint, { params: { id: eve.id } })).body).toMatchObject({ displayName: null, avatarUrl: null })
    const entryBefore = await getLastEntry(eve.id)
    await changeUser(eve.id, { username: 'Eve', email: 'EVE@example.org', displayName: '' })
    expect(await getLastEntry(eve.id)).toEqual(entryBefore)
    expect(await listMails('eve@example.org')).toEqual([])
  })

  test('of the administrator’s own username sends no mail and does not end the session', async () => {
    const flo = await makeSignedIn(site, 'Flo', true)
    expect((await changeUser(flo.id, { username: 'Flora', displayName: 'Flora G.' }, flo)).status).toBe(200)
    expect((await flo.call(getSessionEndpoint)).body.user).toMatchObject({ username: 'Flora', isAdmin: true })
    expect(await listMails('flo@example.org')).toEqual([])
  })
})

describe('PATCH of a user', () => {
  test('returns 409 for taken and 400 for invalid values with their field, and changes nothing', async () => {
    const gus = await makeSignedIn(site, 'Gus')
    const getError = async (body: object) => {
      const { status, body: error } = await changeUser(gus.id, { displayName: 'Should not stay', ...body })
      return { status, code: error.code, path: error.errors?.[0]?.path }
    }
    const usernameTaken = { status: 409, code: 'user.username_taken', path: 'username' }
    const emailTaken = { status: 409, code: 'user.email_taken', path: 'email' }
    const createInvalidError = (path: string) => ({ status: 400, code: 'input.invalid', path })
    expect(await getError({ username: 'CHIEF' })).toEqual(usernameTaken)
    expect(await getError({ username: 'deleted-4' })).toEqual(usernameTaken)
    expect(await getError({ email: 'Chief@example.org' })).toEqual(emailTaken)
    expect(await getError({ username: 'Gustav', email: 'chief@example.org' })).toEqual(emailTaken)
    expect(await getError({ username: 'no spaces' })).toEqual(createInvalidError('username'))
    expect(await getError({ username: 'ab' })).toEqual(createInvalidError('username'))
    expect(await getError({ email: '' })).toEqual(createInvalidError('email'))
    expect(await getError({ avatarUrl: 'javascript:alert(1)' })).toEqual(createInvalidError('avatarUrl'))
    const { body } = await site.call(null, getUserEndpoint, { params: { id: gus.id } })
    expect(body).toMatchObject({ username: 'Gus', displayName: null })
    expect(await listMails('gus@example.org')).toEqual([])
  })

  test('returns 409 for one of two concurrent changes to the same username', async () => {
    const [hal, ida] = [await makeSignedIn(site, 'Hal'), await makeSignedIn(site, 'Ida')]
    const responses = await Promise.all([hal, ida].map(({ id }) => changeUser(id, { username: 'Sought' })))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('returns 403 for the administrator’s own email', async () => {
    const { status, body } = await changeUser(admin.id, { email: 'thief@example.org' })
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 'user.own_email', errors: [{ path: 'email' }] })
    expect((await signIn(site, 'thief@example.org')).status).toBe(401)
  })

  test('returns an error for a new username of the guest account, and 404 for unknown accounts', async () => {
    expect((await changeUser(1, { username: 'visitors' })).body.code).toBe('user.guest')
    expect((await changeUser(999_999, { username: 'nobody-there' })).status).toBe(404)
  })

  test('SEC-05 SEC-06 returns 401 for visitors and 403 for members, even for their own account', async () => {
    const jan = await makeSignedIn(site, 'Jan')
    const body = { username: 'Janus', email: 'janus@example.org' }
    expect((await site.call(null, changeUserEndpoint, { params: { id: jan.id }, body })).status).toBe(401)
    expect((await changeUser(jan.id, body, jan)).status).toBe(403)
    expect((await changeUser(admin.id, body, jan)).status).toBe(403)
    expect((await site.call(null, getUserEndpoint, { params: { id: jan.id } })).body.username).toBe('Jan')
  })
})
