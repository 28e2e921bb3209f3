/** How an account comes to be and how it is closed: its row, what is said of it, and who must be left. */
import { describe, expect, test } from 'vitest'
import { at, ctx, events, headers, member, useAccountsFixture } from '#tests/support/accounts-fixture.ts'
import * as administration from '#features/accounts/administration/first-administrator.service.ts'
import { closeAccount, withAdministratorLeft } from '#features/accounts/profile/personal-data/account-closure.service.ts'
import { verifyPassword } from '#features/accounts/passwords/password.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { isClosedAccountName } from './reserved-username.service.ts'
import { createAccount, signUp } from './sign-up.service.ts'

useAccountsFixture()
const PASSWORD = 'three cold radiators'
const rowOf = (id: number | undefined) =>
  ctx.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id ?? 0)
    .executeTakeFirst()
const taken = (path: 'username' | 'email', message: string) => ({
  status: 409,
  code: `user.${path}_taken`,
  message,
  errors: [{ path, message }],
})
const NAME_TAKEN = taken('username', 'That username is taken. Please choose another.')
const form = (username: string, more: object = {}) => ({
  username,
  email: `${username}@Example.org`,
  password: PASSWORD,
  isAdmin: false,
  ...more,
})
const entries = async () =>
  (await ctx.db.selectFrom('audit_entries').selectAll().orderBy('id').execute()).map((row) =>
    [row.action, row.user_id, row.subject_type, row.subject_id, row.subject_title].join(' '),
  )

describe('a name', () => {
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
  ])('%s is nobody’s to take', async (username) => {
    await expect(signUp(ctx, form(username))).rejects.toMatchObject(NAME_TAKEN)
    expect([await events(), await ctx.db.selectFrom('mails').selectAll().execute(), headers]).toEqual([[], [], []])
  })

  test.each([
    ['deleted-1', true],
    ['DELETED-123', true],
    ['deleted-', false],
    ['deleted-1a', false],
    ['a-deleted-1', false],
    ['deleted', false],
  ])('%s is that of an account that was closed: %s', (username, isOne) => expect(isClosedAccountName(username)).toBe(isOne))

  test.each(['admiral', 'guesthouse', 'systematic', 'modi', 'deletedly'])('%s is one like any other', async (username) => {
    const { user } = await signUp(ctx, form(username))
    expect(user).toMatchObject({ username, isAdmin: false })
  })
})

describe('made', () => {
  test('by its owner: the address waits, and the session begins', async () => {
    const { user } = await signUp(ctx, { ...form('Nia'), displayName: '' })
    const row = await rowOf(user?.id)
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
    expect(await entries()).toEqual([`session.open ${user?.id} session ${user?.id} Nia`])
    expect(headers.filter((one) => one.startsWith('set-cookie')).map((one) => one.split('=')[0])).toEqual([
      'set-cookie: __Host-session',
      'set-cookie: __Host-device',
      'set-cookie: __Host-member',
    ])
  })

  test('for somebody: the address counts as theirs, and what else there is to do is done with it', async () => {
    let inside: unknown
    const id = await createAccount(
      ctx,
      form('Ola', { displayName: 'Ola O.', avatarUrl: '/art/o.svg', isAdmin: true }),
      async ({ db }, made) => {
        inside = [db.isTransaction, made]
        return made
      },
    )
    expect(inside).toEqual([true, id])
    expect(await rowOf(id)).toMatchObject({
      username: 'Ola',
      email: 'ola@example.org',
      unconfirmed_email: null,
      display_name: 'Ola O.',
      avatar_url: '/art/o.svg',
      is_admin: true,
    })
    expect([await events(), headers]).toEqual([[['member.created', { id }]], []])
    await ctx.db.deleteFrom('users').where('id', '=', id).execute()
  })

  test('with what is taken, common or gone wrong: nothing is left of it', async () => {
    const before = await ctx.db.selectFrom('users').select('id').orderBy('id').execute()
    await ctx.db.updateTable('users').set({ email: 'mia@example.org' }).where('id', '=', member.id).execute()
    const common = 'This password is too common. Please choose another.'
    const refused: [object, object][] = [
      [{ username: 'mIA' }, NAME_TAKEN],
      [{ username: 'deleted-7' }, NAME_TAKEN],
      [{ email: 'MIA@example.org' }, taken('email', 'There is already an account with that email address.')],
      [{ username: 'MIA', email: 'MIA@example.org' }, NAME_TAKEN],
      [{ password: 'qwertyuiop' }, { status: 400, errors: [{ path: 'password', message: common }] }],
      [
        { username: 'A.Long-Name', password: 'a.long-name' },
        { status: 400, message: common },
      ],
      [
        { email: 'pat@example.org', password: 'PAT@example.org' },
        { status: 400, message: common },
      ],
    ]
    for (const [more, told] of refused)
      await expect(createAccount(ctx, form('Pat', more), async (_inside, id) => id)).rejects.toMatchObject(told)
    await expect(createAccount(ctx, form('Pat'), () => Promise.reject(new Error('not now')))).rejects.toThrow('not now')
    expect([await ctx.db.selectFrom('users').select('id').orderBy('id').execute(), await events()]).toEqual([before, []])
  })
})

describe('closed', () => {
  const erased: object[] = []
  const features = () => [{ name: 'x', erasePerson: async (_ctx: unknown, person: object) => void erased.push(person) }] as never

  test('emptied in place, noted, told to webhooks, and erased by every feature', async () => {
    const { id } = await makeUser(ctx, { username: 'Quin' })
    const account = { id, username: 'Quin', email: 'quin@example.org' }
    await withAdministratorLeft({ ...ctx, viewer: member }, (inside) => closeAccount(inside, account, features))
    expect(await rowOf(id)).toMatchObject({
      username: `deleted-${id}`,
      username_key: `deleted-${id}`,
      display_name: 'Deleted member',
      email: null,
      password_hash: null,
      deleted_at: at(0),
    })
    expect(erased).toEqual([{ id, email: 'quin@example.org' }])
    expect([await entries(), await events()]).toEqual([[`user.close ${member.id} user ${id} Quin`], [['member.deleted', { id }]]])
  })

  test.each<[string, object]>([
    ['is no administrator any more', { is_admin: false }],
    ['may not act', { restricted_at: at(0) }],
    ['cannot sign in', { password_hash: null }],
    ['is closed', { deleted_at: at(0) }],
  ])('not the last administrator: when nobody is left because the last %s, all of it is undone', async (_why, values) => {
    const { id } = await makeUser(ctx, { isAdmin: true })
    const change = (who: number) =>
      withAdministratorLeft(ctx, async ({ db }) => void (await db.updateTable('users').set(values).where('id', '=', who).execute()))
    const told = {
      status: 409,
      code: 'user.last_admin',
      message: 'This is the last administrator. Make somebody else an administrator first.',
    }
    await expect(change(id)).rejects.toMatchObject(told)
    expect(await rowOf(id)).toMatchObject({ is_admin: true, restricted_at: null, password_hash: 'secret-hash', deleted_at: null })
    const second = await makeUser(ctx, { isAdmin: true })
    await change(id)
    expect(await administration.hasNoAdministrator(ctx)).toBe(false)
    await ctx.db.updateTable('users').set({ is_admin: false }).where('id', 'in', [id, second.id]).execute()
    // Where there was none before, nobody is kept from anything.
    expect(await administration.hasNoAdministrator(ctx)).toBe(true)
    await change(id)
  })
})

test('the first administrator: its row, and a common password is refused with what to do', async () => {
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
