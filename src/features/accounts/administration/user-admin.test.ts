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

const changeUser = (id: number, body: object, actor = admin) => actor.call(changeUserEndpoint, { params: { id }, body })
const deleteUser = (id: number, actor = admin) => actor.call(deleteUserEndpoint, { params: { id } })
const listAuditEntries = (id: number) =>
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
    const createResponse = await admin.call(createUserEndpoint, { body })
    expect(createResponse.status).toBe(201)
    expect(createResponse.body).toMatchObject({
      username: 'Made',
      email: 'made@example.org',
      displayName: 'Made for you',
      isAdmin: true,
      state: 'active',
      canSignIn: true,
    })
    expect((await signIn(site, 'Made')).body.user.isAdmin).toBe(true)
    const [entry] = await listAuditEntries(createResponse.body.id)
    expect(entry).toMatchObject({ action: 'user.create', user_id: admin.id })
    for (const secret of [TEST_PASSWORD, 'argon2']) expect(JSON.stringify(entry)).not.toContain(secret)
    expect((await admin.call(listUsersEndpoint, { query: { search: 'made for' } })).body).toHaveLength(1)
  })
  test('changes name, email, role and restriction of a member; a new role ends the sessions', async () => {
    const kay = await makeSignedIn(site, 'Kay')
    const changeResponse = await changeUser(kay.id, { displayName: 'Kay K.', email: 'Kay@New.example.org' })
    expect(changeResponse.body).toMatchObject({ displayName: 'Kay K.', email: 'kay@new.example.org', isAdmin: false })
    expect((await admin.call(listUsersEndpoint, { query: { search: 'kay@new' } })).body).toHaveLength(1)
    expect((await kay.call(getSessionEndpoint)).body.user).not.toBeNull()

    expect((await changeUser(kay.id, { isRestricted: true })).body.state).toBe('restricted')
    expect((await kay.call(getSessionEndpoint)).body.user.isRestricted).toBe(true)
    expect((await kay.call(postTopicEndpoint, { body: { title: 'x', content: 'x', categoryId: 1 } })).body.code).toBe('user.restricted')
    expect((await changeUser(kay.id, { isRestricted: false })).body.state).toBe('active')

    expect((await changeUser(kay.id, { isAdmin: true })).body.isAdmin).toBe(true)
    expect((await kay.call(getSessionEndpoint)).body.user).toBeNull()
    const changes = (await listAuditEntries(kay.id)).map(({ before, after }) => [JSON.parse(before ?? '{}'), JSON.parse(after ?? '{}')])
    expect(changes).toContainEqual([
      { displayName: null, email: 'kay@example.org' },
      { displayName: 'Kay K.', email: 'kay@new.example.org' },
    ])
    expect(changes).toContainEqual([{ isAdmin: false }, { isAdmin: true }])
  })
  test('closing an account ends its sessions and gives it the name "Deleted member"', async () => {
    const lou = await makeSignedIn(site, 'Lou')
    expect((await deleteUser(lou.id)).body).toEqual({ ok: true })
    expect((await lou.call(getSessionEndpoint)).body.user).toBeNull()
    const { body } = await admin.call(listUsersEndpoint, { query: { state: 'deleted', search: `deleted-${lou.id}` } })
    expect(body[0]).toMatchObject({ displayName: 'Deleted member', email: null, canSignIn: false, state: 'deleted' })
    expect((await deleteUser(lou.id)).status).toBe(404)
    expect((await changeUser(lou.id, { displayName: 'Back' })).status).toBe(404)
  })
})

describe('user administration returns an error for', () => {
  test('invalid input, taken names and common passwords', async () => {
    const validForm = { username: 'Fine', password: TEST_PASSWORD, email: 'fine@example.org' }
    const createUser = async (overrides: object) => (await admin.call(createUserEndpoint, { body: { ...validForm, ...overrides } })).body
    expect((await createUser({ username: '' })).errors[0].path).toBe('username')
    expect((await createUser({ email: 'no' })).errors[0].path).toBe('email')
    expect((await createUser({ password: 'short' })).errors[0].path).toBe('password')
    expect((await createUser({ password: 'password123' })).errors[0].message).toBe('This password is too common. Please choose another.')
    expect((await createUser({ username: 'CHIEF' })).code).toBe('user.username_taken')
    expect((await createUser({ email: 'CHIEF@example.org' })).code).toBe('user.email_taken')
    expect((await createUser({ username: 'deleted-99' })).code).toBe('user.username_taken')
    const mia = await makeSignedIn(site, 'Mia')
    expect((await changeUser(mia.id, { email: 'chief@example.org' })).body.code).toBe('user.email_taken')
    expect((await changeUser(999_999, { displayName: 'x' })).status).toBe(404)
  })
  test('SEC-05 SEC-06 SEC-08 visitors (401) and members (403)', async () => {
    const nan = await makeSignedIn(site, 'Nan')
    const body = { username: 'Sly', password: TEST_PASSWORD, email: 'sly@example.org', isAdmin: true }
    const sendAll = (cookie: string) => [
      site.call(null, createUserEndpoint, { body }, { cookie }),
      site.call(null, changeUserEndpoint, { params: { id: nan.id }, body: { isAdmin: true } }, { cookie }),
      site.call(null, deleteUserEndpoint, { params: { id: admin.id } }, { cookie }),
    ]
    expect((await Promise.all(sendAll('isAdmin=true'))).map(({ status }) => status)).toEqual([401, 401, 401])
    expect((await Promise.all(sendAll(nan.cookie))).map(({ status }) => status)).toEqual([403, 403, 403])
    expect((await nan.call(adminSessionEndpoint)).status).toBe(403)
  })
  test('changes to the guest account, except of its display name', async () => {
    expect((await changeUser(1, { displayName: 'Visitors' })).body.displayName).toBe('Visitors')
    for (const body of [{ isAdmin: true }, { isRestricted: true }, { email: 'g@example.org' }])
      expect((await changeUser(1, body)).body.code).toBe('user.guest')
    expect((await deleteUser(1)).body.code).toBe('user.guest')
  })
})

describe('the last administrator', () => {
  test('cannot be demoted, restricted or closed', async () => {
    const freshSite = await openTestSite()
    const lastAdmin = await makeSignedIn(freshSite, 'Only', true)
    await makeSignedIn(freshSite, 'Member')
    for (const body of [{ isAdmin: false }, { isRestricted: true }]) {
      expect(await changeUser(lastAdmin.id, body, lastAdmin)).toMatchObject({ status: 409, body: { code: 'user.last_admin' } })
    }
    expect((await deleteUser(lastAdmin.id, lastAdmin)).body.code).toBe('user.last_admin')
    expect((await lastAdmin.call(adminSessionEndpoint)).body.user).toMatchObject({ isAdmin: true, isRestricted: false })
    await freshSite.close()
  })
  test('remains if two administrators demote or close each other concurrently', async () => {
    for (const remove of [
      (id: number, actor: TestAccount) => changeUser(id, { isAdmin: false }, actor),
      (id: number, actor: TestAccount) => deleteUser(id, actor),
    ]) {
      const freshSite = await openTestSite()
      const [firstAdmin, secondAdmin] = [await makeSignedIn(freshSite, 'One', true), await makeSignedIn(freshSite, 'Two', true)]
      await Promise.all([
        remove(secondAdmin.id, firstAdmin),
        remove(firstAdmin.id, secondAdmin),
        remove(firstAdmin.id, firstAdmin),
        remove(secondAdmin.id, secondAdmin),
      ])
      const remainingAdmins = await freshSite.ctx.db
        .selectFrom('users')
        .select('id')
        .where('is_admin', '=', true)
        .where('deleted_at', 'is', null)
        .execute()
      expect(remainingAdmins).toHaveLength(1)
      await freshSite.close()
    }
  })
})
