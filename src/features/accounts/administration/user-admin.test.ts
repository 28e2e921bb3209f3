import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { changeUserEndpoint, createUserEndpoint, deleteUserEndpoint } from '#features/users/user-admin.contract.ts'
import { listUsersEndpoint } from '#features/users/user.contract.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { adminSessionEndpoint, getSessionEndpoint } from '#features/accounts/account.contract.ts'
import { makeSignedIn, TEST_PASSWORD, signIn, type TestAccount } from '#features/accounts/account.factory.ts'

let site: TestSite
let admin: TestAccount
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeSignedIn(site, 'Chief', true)
})
afterAll(() => site.close())

const change = (id: number, body: object, who = admin) => who.call(changeUserEndpoint, { params: { id }, body })
const close = (id: number, who = admin) => who.call(deleteUserEndpoint, { params: { id } })
const entries = (id: number) =>
  site.ctx.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject_type', '=', 'user')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()

describe('user administration', () => {
  test('API-USER-04 ADM-USER-26 ADM-USER-27 creates an account that can sign in', async () => {
    const body = {
      username: 'Made',
      password: TEST_PASSWORD,
      email: 'Made@example.org',
      displayName: 'Made for you',
      avatarUrl: '/art/x.svg',
      isAdmin: true,
    }
    const created = await admin.call(createUserEndpoint, { body })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      username: 'Made',
      email: 'made@example.org',
      displayName: 'Made for you',
      isAdmin: true,
      state: 'active',
      canSignIn: true,
    })
    expect((await signIn(site, 'Made')).body.user.isAdmin).toBe(true)
    const [entry] = await entries(created.body.id)
    expect(entry).toMatchObject({ action: 'user.create', user_id: admin.id })
    expect(JSON.stringify(entry)).not.toMatch(/radiators|argon2/)
    expect((await admin.call(listUsersEndpoint, { query: { search: 'made for' } })).body).toHaveLength(1)
  })
  test('changes name, email, role and restriction; a new role ends the sessions', async () => {
    const kay = await makeSignedIn(site, 'Kay')
    const changed = await change(kay.id, { displayName: 'Kay K.', email: 'Kay@New.example.org' })
    expect(changed.body).toMatchObject({ displayName: 'Kay K.', email: 'kay@new.example.org', isAdmin: false })
    expect((await admin.call(listUsersEndpoint, { query: { search: 'kay@new' } })).body).toHaveLength(1)
    expect((await kay.call(getSessionEndpoint)).body.user).not.toBeNull()

    expect((await change(kay.id, { isRestricted: true })).body.state).toBe('restricted')
    expect((await kay.call(getSessionEndpoint)).body.user.isRestricted).toBe(true)
    expect((await kay.call(postTopicEndpoint, { body: { title: 'x', content: 'x', categoryId: 1 } })).body.code).toBe('user.restricted')
    expect((await change(kay.id, { isRestricted: false })).body.state).toBe('active')

    expect((await change(kay.id, { isAdmin: true })).body.isAdmin).toBe(true)
    expect((await kay.call(getSessionEndpoint)).body.user).toBeNull()
    const changes = (await entries(kay.id)).map(({ before, after }) => [JSON.parse(before ?? '{}'), JSON.parse(after ?? '{}')])
    expect(changes).toContainEqual([
      { displayName: null, email: 'kay@example.org' },
      { displayName: 'Kay K.', email: 'kay@new.example.org' },
    ])
    expect(changes).toContainEqual([{ isAdmin: false }, { isAdmin: true }])
  })
  test('closing an account ends its sessions and renames it "Deleted member"', async () => {
    const lou = await makeSignedIn(site, 'Lou')
    expect((await close(lou.id)).body).toEqual({ ok: true })
    expect((await lou.call(getSessionEndpoint)).body.user).toBeNull()
    const { body } = await admin.call(listUsersEndpoint, { query: { state: 'deleted', search: `deleted-${lou.id}` } })
    expect(body[0]).toMatchObject({ displayName: 'Deleted member', email: null, canSignIn: false, state: 'deleted' })
    expect((await close(lou.id)).status).toBe(404)
    expect((await change(lou.id, { displayName: 'Back' })).status).toBe(404)
  })
})

describe('rejects', () => {
  test('invalid input, taken names and common passwords', async () => {
    const good = { username: 'Fine', password: TEST_PASSWORD, email: 'fine@example.org' }
    const create = async (overrides: object) => (await admin.call(createUserEndpoint, { body: { ...good, ...overrides } })).body
    expect((await create({ username: '' })).errors[0].path).toBe('username')
    expect((await create({ email: 'no' })).errors[0].path).toBe('email')
    expect((await create({ password: 'short' })).errors[0].path).toBe('password')
    expect((await create({ password: 'password123' })).errors[0].message).toBe('This password is too common. Please choose another.')
    expect((await create({ username: 'CHIEF' })).code).toBe('user.username_taken')
    expect((await create({ email: 'CHIEF@example.org' })).code).toBe('user.email_taken')
    expect((await create({ username: 'deleted-99' })).code).toBe('user.username_taken')
    const mia = await makeSignedIn(site, 'Mia')
    expect((await change(mia.id, { email: 'chief@example.org' })).body.code).toBe('user.email_taken')
    expect((await change(999_999, { displayName: 'x' })).status).toBe(404)
  })
  test('SEC-05 SEC-06 SEC-08 guests and members', async () => {
    const nan = await makeSignedIn(site, 'Nan')
    const body = { username: 'Sly', password: TEST_PASSWORD, email: 'sly@example.org', isAdmin: true }
    const attempts = (cookie: string) => [
      site.call(null, createUserEndpoint, { body }, { cookie }),
      site.call(null, changeUserEndpoint, { params: { id: nan.id }, body: { isAdmin: true } }, { cookie }),
      site.call(null, deleteUserEndpoint, { params: { id: admin.id } }, { cookie }),
    ]
    expect((await Promise.all(attempts('isAdmin=true'))).map(({ status }) => status)).toEqual([401, 401, 401])
    expect((await Promise.all(attempts(nan.cookie))).map(({ status }) => status)).toEqual([403, 403, 403])
    expect((await nan.call(adminSessionEndpoint)).status).toBe(403)
  })
  test('changes of the guest account other than its name', async () => {
    expect((await change(1, { displayName: 'Visitors' })).body.displayName).toBe('Visitors')
    for (const body of [{ isAdmin: true }, { isRestricted: true }, { email: 'g@example.org' }])
      expect((await change(1, body)).body.code).toBe('user.guest')
    expect((await close(1)).body.code).toBe('user.guest')
  })
})

describe('the last administrator', () => {
  test('cannot be demoted, restricted or closed', async () => {
    const own = await openTestSite()
    const only = await makeSignedIn(own, 'Only', true)
    await makeSignedIn(own, 'Member')
    for (const body of [{ isAdmin: false }, { isRestricted: true }]) {
      expect(await change(only.id, body, only)).toMatchObject({ status: 409, body: { code: 'user.last_admin' } })
    }
    expect((await close(only.id, only)).body.code).toBe('user.last_admin')
    expect((await only.call(adminSessionEndpoint)).body.user).toMatchObject({ isAdmin: true, isRestricted: false })
    await own.close()
  })
  test('remains when two administrators remove each other concurrently', async () => {
    for (const remove of [
      (id: number, who: TestAccount) => change(id, { isAdmin: false }, who),
      (id: number, who: TestAccount) => close(id, who),
    ]) {
      const own = await openTestSite()
      const [one, two] = [await makeSignedIn(own, 'One', true), await makeSignedIn(own, 'Two', true)]
      await Promise.all([remove(two.id, one), remove(one.id, two), remove(one.id, one), remove(two.id, two)])
      const left = await own.ctx.db.selectFrom('users').select('id').where('is_admin', '=', true).where('deleted_at', 'is', null).execute()
      expect(left).toHaveLength(1)
      await own.close()
    }
  })
})
