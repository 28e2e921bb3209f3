/** An administrator puts a member's name, username, picture and email right. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeUserEndpoint } from '#features/users/user-admin.contract.ts'
import { getUserEndpoint, listUsersEndpoint } from '#features/users/user.contract.ts'
import { lastEntryOf } from '#tests/support/audit-entries.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { forgotPasswordEndpoint, getSessionEndpoint } from '#features/accounts/account.contract.ts'
import { makeSignedIn, signIn, signUp, type SignedUp } from '#features/accounts/account.factory.ts'

let site: TestSite
let admin: SignedUp
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeSignedIn(site, 'Chief', true)
  await makeSignedIn(site, 'Stranger')
})
afterAll(() => site.close())

const change = (id: number, body: object, who = admin) => who.call(changeUserEndpoint, { params: { id }, body })
const lettersTo = async (to: string) =>
  await site.ctx.db.selectFrom('mails').select(['subject', 'body']).where('to_address', '=', to).orderBy('id').execute()
const lastEntry = async (id: number) => {
  const { user_id, action, before, after } = await lastEntryOf(site.ctx, 'user', id)
  return { user_id, action, before: JSON.parse(before ?? '{}'), after: JSON.parse(after ?? '{}') }
}

describe('works', () => {
  test('a new username signs in, is found and is noted; the old one stays reserved', async () => {
    const ana = await makeSignedIn(site, 'Ana')
    const { status, body } = await change(ana.id, { username: 'Ana-Lucia' })
    expect([status, body.username]).toEqual([200, 'Ana-Lucia'])
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

  test('the member hears of a new username, with both names', async () => {
    const ben = await makeSignedIn(site, 'Ben')
    await change(ben.id, { username: 'Benedict' })
    const [letter, ...more] = await lettersTo('ben@example.org')
    expect([letter?.subject, more]).toEqual([`Your username at ${site.ctx.site.settings.name} has changed`, []])
    expect(letter?.body).toContain('from Ben to Benedict')
  })

  test('a new email address: the old one is told, the new one signs in and gets the links', async () => {
    const cleo = await makeSignedIn(site, 'Cleo')
    await cleo.call(forgotPasswordEndpoint, { body: { email: 'cleo@example.org' } })
    expect((await change(cleo.id, { email: 'Cleo@Elsewhere.example.org' })).body.email).toBe('cleo@elsewhere.example.org')
    const subjects = (await lettersTo('cleo@example.org')).map(({ subject }) => subject)
    expect(subjects.at(-1)).toBe(`Your email address at ${site.ctx.site.settings.name} has changed`)
    expect(await lettersTo('cleo@elsewhere.example.org')).toEqual([])
    expect((await signIn(site, 'cleo@elsewhere.example.org')).status).toBe(200)
    expect((await lastEntry(cleo.id)).after).toEqual({ email: 'cleo@elsewhere.example.org' })
  })

  test('both at once: each letter goes where the member can read it', async () => {
    const dag = await makeSignedIn(site, 'Dag')
    await change(dag.id, { username: 'Dagny', email: 'dagny@example.org' })
    expect(await lettersTo('dag@example.org')).toHaveLength(1)
    expect((await lettersTo('dagny@example.org')).map(({ body }) => body.includes('from Dag to Dagny'))).toEqual([true])
  })

  test('name and picture can be taken away; what is the same writes nothing to anybody', async () => {
    const eve = await makeSignedIn(site, 'Eve')
    await change(eve.id, { displayName: 'Rude', avatarUrl: 'https://example.org/rude.png' })
    expect((await change(eve.id, { displayName: '', avatarUrl: '' })).body).toMatchObject({ displayName: null, avatarUrl: null })
    expect((await site.call(null, getUserEndpoint, { params: { id: eve.id } })).body).toMatchObject({ displayName: null, avatarUrl: null })
    const noted = await lastEntry(eve.id)
    await change(eve.id, { username: 'Eve', email: 'EVE@example.org', displayName: '' })
    expect([await lastEntry(eve.id), await lettersTo('eve@example.org')]).toEqual([noted, []])
  })

  test('an administrator’s own username, without a letter; the session goes on', async () => {
    const flo = await makeSignedIn(site, 'Flo', true)
    expect((await change(flo.id, { username: 'Flora', displayName: 'Flora G.' }, flo)).status).toBe(200)
    expect((await flo.call(getSessionEndpoint)).body.user).toMatchObject({ username: 'Flora', isAdmin: true })
    expect(await lettersTo('flo@example.org')).toEqual([])
  })
})

describe('refuses', () => {
  test('what is taken or wrong, at its field; nothing of the change is kept', async () => {
    const gus = await makeSignedIn(site, 'Gus')
    const refused = async (body: object) => {
      const { status, body: answer } = await change(gus.id, { displayName: 'Should not stay', ...body })
      return [status, answer.code, answer.errors?.[0]?.path]
    }
    expect(await refused({ username: 'CHIEF' })).toEqual([409, 'user.username_taken', 'username'])
    expect(await refused({ username: 'deleted-4' })).toEqual([409, 'user.username_taken', 'username'])
    expect(await refused({ email: 'Chief@example.org' })).toEqual([409, 'user.email_taken', 'email'])
    expect(await refused({ username: 'Gustav', email: 'chief@example.org' })).toEqual([409, 'user.email_taken', 'email'])
    expect(await refused({ username: 'no spaces' })).toEqual([400, 'input.invalid', 'username'])
    expect(await refused({ username: 'ab' })).toEqual([400, 'input.invalid', 'username'])
    expect(await refused({ email: '' })).toEqual([400, 'input.invalid', 'email'])
    expect(await refused({ avatarUrl: 'javascript:alert(1)' })).toEqual([400, 'input.invalid', 'avatarUrl'])
    const { body } = await site.call(null, getUserEndpoint, { params: { id: gus.id } })
    expect([body.username, body.displayName]).toEqual(['Gus', null])
    expect(await lettersTo('gus@example.org')).toEqual([])
  })

  test('of two who ask for one name at once, one gets it', async () => {
    const [hal, ida] = [await makeSignedIn(site, 'Hal'), await makeSignedIn(site, 'Ida')]
    const answers = await Promise.all([hal, ida].map(({ id }) => change(id, { username: 'Sought' })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('one’s own email address without the password', async () => {
    const { status, body } = await change(admin.id, { email: 'thief@example.org' })
    expect([status, body.code, body.errors[0].path]).toEqual([403, 'user.own_email', 'email'])
    expect((await signIn(site, 'thief@example.org')).status).toBe(401)
  })

  test('the guests’ account keeps its username; closed accounts stay closed', async () => {
    expect((await change(1, { username: 'visitors' })).body.code).toBe('user.guest')
    expect((await change(999_999, { username: 'nobody-there' })).status).toBe(404)
  })

  test('SEC-05 SEC-06 strangers and members, for themselves too', async () => {
    const jan = await makeSignedIn(site, 'Jan')
    const body = { username: 'Janus', email: 'janus@example.org' }
    expect((await site.call(null, changeUserEndpoint, { params: { id: jan.id }, body })).status).toBe(401)
    expect((await change(jan.id, body, jan)).status).toBe(403)
    expect((await change(admin.id, body, jan)).status).toBe(403)
    expect((await site.call(null, getUserEndpoint, { params: { id: jan.id } })).body.username).toBe('Jan')
  })
})
