/** What of a session stands in its row, and until when it is one. */
import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  at,
  ctx,
  DAY_MS,
  from,
  goTo,
  headers,
  HOUR_MS,
  logged,
  member,
  SECOND_MS,
  useAccountsFixture,
} from '#tests/support/accounts-fixture.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { SessionRow } from './session.queries.ts'
import * as session from './session.service.ts'

useAccountsFixture()
const TOKEN = 't'.repeat(43)
const rows = () => ctx.db.selectFrom('sessions').selectAll().orderBy('id').execute()
const visit = (token = TOKEN) => session.findViewer(from('192.0.2.7', `__Host-session=${token}`))
async function begin(userId: number, given: { token?: string; created?: number; seen?: number; expires?: number } = {}): Promise<number> {
  const { token = TOKEN, created = 0, seen = created, expires = DAY_MS } = given
  const row = { created_at: at(created), last_seen_at: at(seen), expires_at: at(expires) }
  const values = { user_id: userId, token_hash: session.hashToken(token), browser: 'Firefox on Linux', ...row }
  return (await ctx.db.insertInto('sessions').values(values).returning('id').executeTakeFirstOrThrow()).id
}

describe('whose it is', () => {
  test('a member’s, as long as the row says', async () => {
    const id = await begin(member.id)
    const viewer = { id: member.id, isAdmin: false, sessionId: id, isRestricted: false, hasSecondFactor: false }
    expect(await visit()).toEqual(viewer)
    goTo(DAY_MS - 1)
    expect(await visit()).toEqual(viewer)
  })

  test('a restricted member’s, with a second factor', async () => {
    const { id } = await makeUser(ctx)
    await ctx.db
      .updateTable('users')
      .set({ restricted_at: at(0), totp_since: at(0) })
      .where('id', '=', id)
      .execute()
    await begin(id)
    expect(await visit()).toMatchObject({ id, isRestricted: true, hasSecondFactor: true })
  })

  test('an administrator’s, who learns whether the others have a second factor', async () => {
    const [chief, second] = [await makeUser(ctx, { isAdmin: true }), await makeUser(ctx, { isAdmin: true })]
    await begin(chief.id)
    expect(await visit()).toMatchObject({ isAdmin: true, hasSecondFactor: false, isSecondFactorUsual: false })
    await ctx.db
      .updateTable('users')
      .set({ passkey_since: at(0) })
      .where('id', '=', second.id)
      .execute()
    expect(await visit()).toMatchObject({ isSecondFactorUsual: true })
    await ctx.db
      .updateTable('users')
      .set({ totp_since: at(0) })
      .where('id', '=', chief.id)
      .execute()
    expect(await visit()).not.toHaveProperty('isSecondFactorUsual')
    await ctx.db
      .updateTable('users')
      .set({ deleted_at: at(0) })
      .where('id', 'in', [chief.id, second.id])
      .execute()
    expect(await visit()).toBeNull()
  })

  test.each([
    ['x'.repeat(19), false],
    ['x'.repeat(20), true],
    ['x'.repeat(100), true],
    ['x'.repeat(101), false],
    [`${'x'.repeat(40)}!`, false],
    [`!${'x'.repeat(40)}`, false],
  ])('a cookie %s: %s', async (token, isOne) => {
    await begin(member.id, { token })
    expect((await visit(token)) !== null).toBe(isOne)
  })

  test('nobody’s without a request, a cookie, or a row', async () => {
    const { caller: _, ...job } = ctx
    expect([await session.findViewer(job), await session.findViewer(ctx), await visit()]).toEqual([null, null, null])
  })
})

describe('that somebody was here', () => {
  test('is written down after five minutes, and moves the end', async () => {
    await begin(member.id)
    goTo(300 * SECOND_MS)
    await visit()
    expect((await rows())[0]).toMatchObject({ last_seen_at: at(0), expires_at: at(DAY_MS) })
    goTo(300 * SECOND_MS + 1)
    await visit()
    const seen = 300 * SECOND_MS + 1
    expect((await rows())[0]).toMatchObject({ last_seen_at: at(seen), expires_at: at(30 * DAY_MS + seen) })
  })

  test('is not, where nothing can be written: people read on, and the log says why', async () => {
    const id = await begin(member.id)
    goTo(HOUR_MS)
    const fails = (fault: Error) => {
      const transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
        if (node.kind === 'UpdateQueryNode') throw fault
        return node
      }
      const db = ctx.db.withPlugin({ transformQuery, transformResult: async ({ result }) => result })
      return session.findViewer({ ...from('192.0.2.7', `__Host-session=${TOKEN}`), db })
    }
    expect(await fails(Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }))).toMatchObject({
      sessionId: id,
    })
    expect(logged).toEqual([['warn', { site: ctx.site.id }, 'the disk is full: nothing can be saved until there is room again']])
    await expect(fails(new Error('another fault'))).rejects.toThrow('another fault')
  })
})

describe('is over', () => {
  const row = (over: Partial<SessionRow> = {}): SessionRow => ({
    id: 1,
    userId: 2,
    createdAt: at(0),
    lastSeenAt: at(0),
    expiresAt: at(365 * DAY_MS),
    isAdmin: false,
    restrictedAt: null,
    hasSecondFactor: false,
    ...over,
  })
  test.each<[string, SessionRow, number]>([
    ['as its row says', row({ expiresAt: at(DAY_MS) }), DAY_MS],
    ['a member’s, unseen', row(), 30 * DAY_MS],
    ['a member’s, in all', row({ lastSeenAt: at(80 * DAY_MS) }), 90 * DAY_MS],
    ['an administrator’s, unseen', row({ isAdmin: true }), 12 * HOUR_MS],
    ['an administrator’s, in all', row({ isAdmin: true, lastSeenAt: at(7 * DAY_MS - HOUR_MS) }), 7 * DAY_MS],
  ])('%s', (_what, one, ms) => {
    const now = Date.parse(at(ms))
    expect([session.isSessionOver(one, now - 1), session.isSessionOver(one, now)]).toEqual([false, true])
  })
})

describe('opened and closed', () => {
  const cookie = (value: string, maxAge: number) =>
    `set-cookie: __Host-session=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax; Secure`

  test.each([
    [false, 30 * DAY_MS, 90 * 86_400],
    [true, 12 * HOUR_MS, 7 * 86_400],
  ])('by an administrator %s: in the row and in the cookie; the one before ends', async (isAdmin, expires, maxAge) => {
    const before = await begin(member.id)
    const others = await begin(member.id, { token: 'o'.repeat(43) })
    await session.openSession({ ...ctx, viewer: { id: member.id, isAdmin, sessionId: before } }, { id: member.id, isAdmin })
    const [kept, made, ...more] = await rows()
    expect([kept?.id, more]).toEqual([others, []])
    expect(made).toMatchObject({
      user_id: member.id,
      browser: 'Firefox on Linux',
      created_at: at(0),
      last_seen_at: at(0),
      expires_at: at(expires),
    })
    const token = /session=([\w-]{43});/.exec(headers[0] ?? '')?.[1] ?? ''
    expect([headers, session.hashToken(token)]).toEqual([[cookie(token, maxAge)], made?.token_hash])
  })

  test('by nobody who can be seen: there is a row, and no other ends', async () => {
    const { caller: _, headers: _h, ...job } = ctx
    await begin(member.id)
    await session.openSession({ ...job, viewer: { id: member.id, isAdmin: false } }, { id: member.id, isAdmin: false })
    expect((await rows()).map(({ browser }) => browser)).toEqual(['Firefox on Linux', 'A browser'])
  })

  test('its end takes the row, the cookie and what the browser has cached', async () => {
    const id = await begin(member.id)
    await session.closeSession({ ...ctx, viewer: { id: member.id, isAdmin: false, sessionId: id } })
    expect([await rows(), headers]).toEqual([[], [cookie('', 0), 'clear-site-data: "cache"']])
  })
})

test.each(['sessions', 'one_time_tokens'] as const)(
  '%s are taken away at their end, and the job says when the next one is',
  async (table) => {
    const run = table === 'sessions' ? session.removeExpiredSessions : session.removeExpiredTokens
    expect(await run(ctx)).toBeUndefined()
    for (const [n, end] of [1, SECOND_MS, 2 * SECOND_MS].entries()) {
      const token = { token_hash: `t${n}`, purpose: 'x', user_id: null, email: null, expires_at: at(end) }
      await (table === 'sessions' ? begin(member.id, { token: `t${n}`, expires: end }) : ctx.db.insertInto(table).values(token).execute())
    }
    goTo(SECOND_MS)
    expect(await run(ctx)).toBe(at(2 * SECOND_MS))
    expect(await ctx.db.selectFrom(table).select('expires_at').execute()).toEqual([{ expires_at: at(2 * SECOND_MS) }])
  },
)
