/** Tests the creation and closure of accounts: rows, audit entries, events, and the last administrator. */
import { describe, expect, test } from 'vitest'
import { at, ctx, events, headers, member, useAccountsFixture } from '#tests/support/accounts-fixture.ts'
import * as administration from '#features/accounts/administration/first-administrator.service.ts'
import { closeAccount, withLastAdministratorCheck } from '#features/accounts/profile/personal-data/account-closure.service.ts'
import { verifyPassword } from '#features/accounts/passwords/password.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { isClosedAccountName } from './reserved-username.service.ts'
import { createAccount, signUp } from './sign-up.service.ts'

useAccountsFixture()
const PASSWORD = 'three cold radiators'
const findRow = (id: number | undefined) =>
  ctx.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id ?? 0)
    .executeTakeFirst()
const takenError = (path: 'username' | 'email', message: string) => ({
  status: 409,
  code: `user.${path}_taken`,
  message,
  errors: [{ path, message }],
})
const NAME_TAKEN = takenError('username', 'That username is taken. Please choose another.')
const createForm = (username: string, overrides: object = {}) => ({
  username,
  email: `${username}@Example.org`,
  password: PASSWORD,
  isAdmin: false,
  ...overrides,
})
const listAuditEntries = async () =>
  (await ctx.db.selectFrom('audit_entries').selectAll().orderBy('id').execute()).map((row) =>
    [row.action, row.user_id, row.subject_type, row.subject_id, row.subject_title].join(' '),
  )

describe('the username', () => {
  test.each([
    'admin',
    'Administrator',
    'GUEST',
    'system',
    'moderator',
    'admins',
    'an-admin',
    'guests',
    'the-system',
    'moderators',
    'deleted',
    'Deleted-12',
    'mia',
    'MIA',
  ])('%s is reserved or taken, so sign-up returns 409 and has no effect', async (username) => {
    await expect(signUp(ctx, createForm(username))).rejects.toMatchObject(NAME_TAKEN)
    expect(await events()).toEqual([])
    expect(await ctx.db.selectFrom('mails').selectAll().execute()).toEqual([])
    expect(headers).toEqual([])
  })

  test.each([
    ['deleted-1', true],
    ['DELETED-123', true],
    ['deleted-', false],
    ['deleted-1a', false],
    ['a-deleted-1', false],
    ['deleted', false],
  ])('%s is the name of a closed account: %s', (username, isClosed) => expect(isClosedAccountName(username)).toBe(isClosed))

  test.each(['admiral', 'guesthouse', 'systematic', 'modi', 'deletedly'])('%s is allowed at sign-up', async (username) => {
    const { user } = await signUp(ctx, createForm(username))
    expect(user).toMatchObject({ username, isAdmin: false })
  })
})

describe('the creation of an account', () => {
  test('by signUp stores the email as unconfirmed and opens a session', async () => {
    const { user } = await signUp(ctx, { ...createForm('Nia'), displayName: '' })
    const row = await findRow(user?.id)
    expect(row).toMatchObject({
      username: 'Nia',
      username_key: 'nia',
      email: null,
      unconfirmed_email: 'nia@example.org',
      display_name: null,
      avatar_url: null,
      is_admin: false,
      member_since: at(0),
      deleted_at: null,
    })
    expect(await verifyPassword(row?.password_hash, PASSWORD)).toBe(true)
    expect(await events()).toEqual([['member.created', { id: user?.id }]])
    expect(await listAuditEntries()).toEqual([`session.open ${user?.id} session ${user?.id} Nia`])
    expect(headers.filter((line) => line.startsWith('set-cookie')).map((line) => line.split('=')[0])).toEqual([
      'set-cookie: __Host-session',
      'set-cookie: __Host-device',
      'set-cookie: __Host-member',
    ])
  })

  test('by createAccount stores the email without confirmation, and runs the callback in the transaction', async () => {
    let callbackArguments: unknown
    const id = await createAccount(
      ctx,
      createForm('Ola', { displayName: 'Ola O.', avatarUrl: '/art/o.svg', isAdmin: true }),
      async ({ db }, userId) => {
        callbackArguments = { isTransaction: db.isTransaction, userId }
        return userId
      },
    )
    expect(callbackArguments).toEqual({ isTransaction: true, userId: id })
    expect(await findRow(id)).toMatchObject({
      username: 'Ola',
      email: 'ola@example.org',
      unconfirmed_email: null,
      display_name: 'Ola O.',
      avatar_url: '/art/o.svg',
      is_admin: true,
    })
    expect(await events()).toEqual([['member.created', { id }]])
    expect(headers).toEqual([])
    await ctx.db.deleteFrom('users').where('id', '=', id).execute()
  })

  test('fails for taken names and emails, common passwords and failed callbacks, and stores nothing', async () => {
    const usersBefore = await ctx.db.selectFrom('users').select('id').orderBy('id').execute()
    await ctx.db.updateTable('users').set({ email: 'mia@example.org' }).where('id', '=', member.id).execute()
    const commonPasswordText = 'This password is too common. Please choose another.'
    const rejectedForms: [object, object][] = [
      [{ username: 'mIA' }, NAME_TAKEN],
      [{ username: 'deleted-7' }, NAME_TAKEN],
      [{ email: 'MIA@example.org' }, takenError('email', 'There is already an account with that email address.')],
      [{ username: 'MIA', email: 'MIA@example.org' }, NAME_TAKEN],
      [{ password: 'qwertyuiop' }, { status: 400, errors: [{ path: 'password', message: commonPasswordText }] }],
      [
        { username: 'A.Long-Name', password: 'a.long-name' },
        { status: 400, message: commonPasswordText },
      ],
      [
        { email: 'pat@example.org', password: 'PAT@example.org' },
        { status: 400, message: commonPasswordText },
      ],
    ]
    for (const [overrides, error] of rejectedForms)
      await expect(createAccount(ctx, createForm('Pat', overrides), async (_ctx, id) => id)).rejects.toMatchObject(error)
    await expect(createAccount(ctx, createForm('Pat'), () => Promise.reject(new Error('not now')))).rejects.toThrow('not now')
    expect(await ctx.db.selectFrom('users').select('id').orderBy('id').execute()).toEqual(usersBefore)
    expect(await events()).toEqual([])
  })
})

describe('the closure of an account', () => {
  const erasedPersons: object[] = []
  const features = () => [{ name: 'x', erasePerson: async (_ctx: unknown, person: object) => void erasedPersons.push(person) }] as never

  test('anonymises the row, adds an audit entry, publishes an event, and erases the data of every feature', async () => {
    const { id } = await makeUser(ctx, { username: 'Quin' })
    const account = { id, username: 'Quin', email: 'quin@example.org' }
    await withLastAdministratorCheck({ ...ctx, viewer: member }, (trxCtx) => closeAccount(trxCtx, account, features))
    expect(await findRow(id)).toMatchObject({
      username: `deleted-${id}`,
      username_key: `deleted-${id}`,
      display_name: 'Deleted member',
      email: null,
      password_hash: null,
      deleted_at: at(0),
    })
    expect(erasedPersons).toEqual([{ id, email: 'quin@example.org' }])
    expect(await listAuditEntries()).toEqual([`user.close ${member.id} user ${id} Quin`])
    expect(await events()).toEqual([['member.deleted', { id }]])
  })

  test.each<[string, object]>([
    ['is demoted', { is_admin: false }],
    ['is restricted', { restricted_at: at(0) }],
    ['loses the password', { password_hash: null }],
    ['is closed', { deleted_at: at(0) }],
  ])('or another change is rolled back if it means that the last administrator %s', async (_case, values) => {
    const { id } = await makeUser(ctx, { isAdmin: true })
    const changeUser = (userId: number) =>
      withLastAdministratorCheck(ctx, async ({ db }) => void (await db.updateTable('users').set(values).where('id', '=', userId).execute()))
    const error = {
      status: 409,
      code: 'user.last_admin',
      message: 'This is the last administrator. Make another member an administrator first.',
    }
    await expect(changeUser(id)).rejects.toMatchObject(error)
    expect(await findRow(id)).toMatchObject({ is_admin: true, restricted_at: null, password_hash: 'secret-hash', deleted_at: null })
    const secondAdmin = await makeUser(ctx, { isAdmin: true })
    await changeUser(id)
    expect(await administration.hasNoAdministrator(ctx)).toBe(false)
    await ctx.db.updateTable('users').set({ is_admin: false }).where('id', 'in', [id, secondAdmin.id]).execute()
    // The check does not apply to a site that has no administrator before the change.
    expect(await administration.hasNoAdministrator(ctx)).toBe(true)
    await changeUser(id)
  })
})

test('ensureAdministrator inserts the first administrator and rejects common passwords', async () => {
  await expect(administration.ensureAdministrator(ctx, 'Keeper', 'KEEPER')).rejects.toThrow(
    /^ADMIN_PASSWORD must be a password that is not among the common ones\.$/,
  )
  expect(await administration.ensureAdministrator(ctx, 'Keeper', PASSWORD)).toBeUndefined()
  const row = await ctx.db.selectFrom('users').selectAll().where('username', '=', 'Keeper').executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    email: null,
    unconfirmed_email: null,
    display_name: 'Administrator',
    avatar_url: null,
    is_admin: true,
    member_since: at(0),
  })
  expect(await verifyPassword(row.password_hash, PASSWORD)).toBe(true)
  expect(await administration.ensureAdministrator(ctx, 'Second', undefined)).toBeUndefined()
  expect(await ctx.db.selectFrom('users').select('id').where('username', '=', 'Second').execute()).toEqual([])
})
