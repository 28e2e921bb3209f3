/** Session rows: contents, expiry, cookies and cleanup. */
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
async function insertSession(
  userId: number,
  overrides: { token?: string; created?: number; seen?: number; expires?: number } = {},
): Promise<number> {
  const { token = TOKEN, created = 0, seen = created, expires = DAY_MS } = overrides
  const row = { created_at: at(created), last_seen_at: at(seen), expires_at: at(expires) }
  const values = { user_id: userId, token_hash: session.hashToken(token), browser: 'Firefox on Linux', ...row }
  return (await ctx.db.insertInto('sessions').values(values).returning('id').executeTakeFirstOrThrow()).id
}

describe('findViewer', () => {
  test('returns the member until the session expires', async () => {
    const id = await insertSession(member.id)
    const viewer = { id: member.id, isAdmin: false, sessionId: id, isRestricted: false, hasSecondFactor: false }
    expect(await visit()).toEqual(viewer)
    goTo(DAY_MS - 1)
    expect(await visit()).toEqual(viewer)
  })

  test('returns restriction and second factor of the member', async () => {
    const { id } = await makeUser(ctx)
    await ctx.db
      .updateTable('users')
      .set({ restricted_at: at(0), totp_since: at(0) })
      .where('id', '=', id)
      .execute()
    await insertSession(id)
    expect(await visit()).toMatchObject({ id, isRestricted: true, hasSecondFactor: true })
  })

  test('returns whether other administrators have a second factor, without closed accounts', async () => {
    const [chief, second] = [await makeUser(ctx, { isAdmin: true }), await makeUser(ctx, { isAdmin: true })]
    await insertSession(chief.id)
    expect(await visit()).toMatchObject({ isAdmin: true, hasSecondFactor: false, isSecondFactorRecommended: false })
    await ctx.db
      .updateTable('users')
      .set({ passkey_since: at(0) })
      .where('id', '=', second.id)
      .execute()
    expect(await visit()).toMatchObject({ isSecondFactorRecommended: true })
    await ctx.db
      .updateTable('users')
      .set({ totp_since: at(0) })
      .where('id', '=', chief.id)
      .execute()
    expect((await visit())?.isSecondFactorRecommended).toBeUndefined()
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
  ])('accepts the cookie %s: %s', async (token, isValid) => {
    await insertSession(member.id, { token })
    expect((await visit(token)) !== null).toBe(isValid)
  })

  test('returns null without a request, a cookie, or a row', async () => {
    const { caller: _, ...job } = ctx
    expect(await session.findViewer(job)).toBeNull()
    expect(await session.findViewer(ctx)).toBeNull()
    expect(await visit()).toBeNull()
  })
})

describe('last_seen_at', () => {
  test('is updated after five minutes, which extends the session', async () => {
    await insertSession(member.id)
    goTo(300 * SECOND_MS)
    await visit()
    expect((await rows())[0]).toMatchObject({ last_seen_at: at(0), expires_at: at(DAY_MS) })
    goTo(300 * SECOND_MS + 1)
    await visit()
    const seen = 300 * SECOND_MS + 1
    expect((await rows())[0]).toMatchObject({ last_seen_at: at(seen), expires_at: at(30 * DAY_MS + seen) })
  })

  test('is not updated while the database is read-only: the request succeeds and the reason is logged', async () => {
    const id = await insertSession(member.id)
    goTo(HOUR_MS)
    const visitWithFailingUpdate = (error: Error) => {
      const transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
        if (node.kind === 'UpdateQueryNode') throw error
        return node
      }
      const db = ctx.db.withPlugin({ transformQuery, transformResult: async ({ result }) => result })
      return session.findViewer({ ...from('192.0.2.7', `__Host-session=${TOKEN}`), db })
    }
    expect(
      await visitWithFailingUpdate(Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })),
    ).toMatchObject({
      sessionId: id,
    })
    expect(logged).toEqual([['warn', { site: ctx.site.id }, 'disk full: writes fail until space is freed']])
    await expect(visitWithFailingUpdate(new Error('another error'))).rejects.toThrow('another error')
  })
})

describe('isSessionOver', () => {
  const row = (overrides: Partial<SessionRow> = {}): SessionRow => ({
    id: 1,
    userId: 2,
    createdAt: at(0),
    lastSeenAt: at(0),
    expiresAt: at(365 * DAY_MS),
    isAdmin: false,
    restrictedAt: null,
    hasSecondFactor: false,
    ...overrides,
  })
  test.each<[string, SessionRow, number]>([
    ['of a row with an earlier expiry', row({ expiresAt: at(DAY_MS) }), DAY_MS],
    ['of an idle member', row(), 30 * DAY_MS],
    ['of an active member', row({ lastSeenAt: at(80 * DAY_MS) }), 90 * DAY_MS],
    ['of an idle administrator', row({ isAdmin: true }), 12 * HOUR_MS],
    ['of an active administrator', row({ isAdmin: true, lastSeenAt: at(7 * DAY_MS - HOUR_MS) }), 7 * DAY_MS],
  ])('is true at the end of the session %s', (_case, sessionRow, ms) => {
    const now = Date.parse(at(ms))
    expect(session.isSessionOver(sessionRow, now - 1)).toBe(false)
    expect(session.isSessionOver(sessionRow, now)).toBe(true)
  })
})

describe('openSession and closeSession', () => {
  const cookie = (value: string, maxAge: number) =>
    `set-cookie: __Host-session=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax; Secure`

  test.each([
    [false, 30 * DAY_MS, 90 * 86_400],
    [true, 12 * HOUR_MS, 7 * 86_400],
  ])('of an administrator (%s) store row and cookie and end the previous session of the browser', async (isAdmin, expires, maxAge) => {
    const before = await insertSession(member.id)
    const otherBrowser = await insertSession(member.id, { token: 'o'.repeat(43) })
    await session.openSession({ ...ctx, viewer: { id: member.id, isAdmin, sessionId: before } }, { id: member.id, isAdmin })
    const [other, created, ...more] = await rows()
    expect(other?.id).toBe(otherBrowser)
    expect(more).toEqual([])
    expect(created).toMatchObject({
      user_id: member.id,
      browser: 'Firefox on Linux',
      created_at: at(0),
      last_seen_at: at(0),
      expires_at: at(expires),
    })
    const token = /session=([\w-]{43});/.exec(headers[0] ?? '')?.[1] ?? ''
    expect(headers).toEqual([cookie(token, maxAge)])
    expect(session.hashToken(token)).toBe(created?.token_hash)
  })

  test('openSession outside a request inserts a row and ends no other session', async () => {
    const { caller: _, headers: _h, ...job } = ctx
    await insertSession(member.id)
    await session.openSession({ ...job, viewer: { id: member.id, isAdmin: false } }, { id: member.id, isAdmin: false })
    expect((await rows()).map(({ browser }) => browser)).toEqual(['Firefox on Linux', 'A browser'])
  })

  test('closeSession deletes the row and clears the cookie and the browser’s cache', async () => {
    const id = await insertSession(member.id)
    await session.closeSession({ ...ctx, viewer: { id: member.id, isAdmin: false, sessionId: id } })
    expect(await rows()).toEqual([])
    expect(headers).toEqual([cookie('', 0), 'clear-site-data: "cache"'])
  })
})

test.each(['sessions', 'one_time_tokens'] as const)(
  'expired %s are deleted, and the job returns when the next one expires',
  async (table) => {
    const run = table === 'sessions' ? session.removeExpiredSessions : session.removeExpiredTokens
    expect(await run(ctx)).toBeUndefined()
    for (const [n, end] of [1, SECOND_MS, 2 * SECOND_MS].entries()) {
      const token = { token_hash: `t${n}`, purpose: 'x', user_id: null, email: null, expires_at: at(end) }
      await (table === 'sessions'
        ? insertSession(member.id, { token: `t${n}`, expires: end })
        : ctx.db.insertInto(table).values(token).execute())
    }
    goTo(SECOND_MS)
    expect(await run(ctx)).toBe(at(2 * SECOND_MS))
    expect(await ctx.db.selectFrom(table).select('expires_at').execute()).toEqual([{ expires_at: at(2 * SECOND_MS) }])
  },
)
