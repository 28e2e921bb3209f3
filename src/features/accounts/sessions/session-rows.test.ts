/** Tests the rows of sessions: their contents, expiry, cookies and deletion. */
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
const listSessions = () => ctx.db.selectFrom('sessions').selectAll().orderBy('id').execute()
const findVisitor = (token = TOKEN) => session.findViewer(from('192.0.2.7', `__Host-session=${token}`))
async function insertSession(
  userId: number,
  overrides: { token?: string; createdMs?: number; seenMs?: number; expiresMs?: number } = {},
): Promise<number> {
  const { token = TOKEN, createdMs: created = 0, seenMs: seen = created, expiresMs: expires = DAY_MS } = overrides
  const row = { created_at: at(created), last_seen_at: at(seen), expires_at: at(expires) }
  const values = { user_id: userId, token_hash: session.hashToken(token), browser: 'Firefox on Linux', ...row }
  return (await ctx.db.insertInto('sessions').values(values).returning('id').executeTakeFirstOrThrow()).id
}

describe('findViewer', () => {
  test('returns the member until the session expires', async () => {
    const id = await insertSession(member.id)
    const viewer = { id: member.id, isAdmin: false, sessionId: id, isRestricted: false, hasSecondFactor: false }
    expect(await findVisitor()).toEqual(viewer)
    goTo(DAY_MS - 1)
    expect(await findVisitor()).toEqual(viewer)
  })

  test('returns whether the member is restricted and has a second factor', async () => {
    const { id } = await makeUser(ctx)
    await ctx.db
      .updateTable('users')
      .set({ restricted_at: at(0), totp_since: at(0) })
      .where('id', '=', id)
      .execute()
    await insertSession(id)
    expect(await findVisitor()).toMatchObject({ id, isRestricted: true, hasSecondFactor: true })
  })

  test('recommends a second factor to administrators if another one has one; returns null for closed accounts', async () => {
    const [firstAdmin, secondAdmin] = [await makeUser(ctx, { isAdmin: true }), await makeUser(ctx, { isAdmin: true })]
    await insertSession(firstAdmin.id)
    expect(await findVisitor()).toMatchObject({ isAdmin: true, hasSecondFactor: false, isSecondFactorRecommended: false })
    await ctx.db
      .updateTable('users')
      .set({ passkey_since: at(0) })
      .where('id', '=', secondAdmin.id)
      .execute()
    expect(await findVisitor()).toMatchObject({ isSecondFactorRecommended: true })
    await ctx.db
      .updateTable('users')
      .set({ totp_since: at(0) })
      .where('id', '=', firstAdmin.id)
      .execute()
    expect((await findVisitor())?.isSecondFactorRecommended).toBeUndefined()
    await ctx.db
      .updateTable('users')
      .set({ deleted_at: at(0) })
      .where('id', 'in', [firstAdmin.id, secondAdmin.id])
      .execute()
    expect(await findVisitor()).toBeNull()
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
    expect((await findVisitor(token)) !== null).toBe(isValid)
  })

  test('returns null without a request, a cookie or a row', async () => {
    const { caller: _, ...jobContext } = ctx
    expect(await session.findViewer(jobContext)).toBeNull()
    expect(await session.findViewer(ctx)).toBeNull()
    expect(await findVisitor()).toBeNull()
  })
})

describe('last_seen_at', () => {
  test('is updated after five minutes, which extends the session', async () => {
    await insertSession(member.id)
    goTo(300 * SECOND_MS)
    await findVisitor()
    expect((await listSessions())[0]).toMatchObject({ last_seen_at: at(0), expires_at: at(DAY_MS) })
    goTo(300 * SECOND_MS + 1)
    await findVisitor()
    const seenMs = 300 * SECOND_MS + 1
    expect((await listSessions())[0]).toMatchObject({ last_seen_at: at(seenMs), expires_at: at(30 * DAY_MS + seenMs) })
  })

  test('is not updated while the database cannot be written; the request succeeds and the reason is logged', async () => {
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
  const createRow = (overrides: Partial<SessionRow> = {}): SessionRow => ({
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
    ['of a row with an earlier expiry', createRow({ expiresAt: at(DAY_MS) }), DAY_MS],
    ['of an idle member', createRow(), 30 * DAY_MS],
    ['of an active member', createRow({ lastSeenAt: at(80 * DAY_MS) }), 90 * DAY_MS],
    ['of an idle administrator', createRow({ isAdmin: true }), 12 * HOUR_MS],
    ['of an active administrator', createRow({ isAdmin: true, lastSeenAt: at(7 * DAY_MS - HOUR_MS) }), 7 * DAY_MS],
  ])('is true at the end of the session %s', (_case, sessionRow, ms) => {
    const now = Date.parse(at(ms))
    expect(session.isSessionOver(sessionRow, now - 1)).toBe(false)
    expect(session.isSessionOver(sessionRow, now)).toBe(true)
  })
})

describe('openSession and closeSession', () => {
  const formatExpectedCookie = (value: string, maxAge: number) =>
    `set-cookie: __Host-session=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax; Secure`

  test.each([
    [false, 30 * DAY_MS, 90 * 86_400],
    [true, 12 * HOUR_MS, 7 * 86_400],
  ])(
    'for an administrator (%s), openSession stores a row, sets a cookie and ends the previous session of the browser',
    async (isAdmin, expiresMs, maxAge) => {
      const previousId = await insertSession(member.id)
      const otherBrowserId = await insertSession(member.id, { token: 'o'.repeat(43) })
      await session.openSession({ ...ctx, viewer: { id: member.id, isAdmin, sessionId: previousId } }, { id: member.id, isAdmin })
      const [otherRow, createdRow, ...more] = await listSessions()
      expect(otherRow?.id).toBe(otherBrowserId)
      expect(more).toEqual([])
      expect(createdRow).toMatchObject({
        user_id: member.id,
        browser: 'Firefox on Linux',
        created_at: at(0),
        last_seen_at: at(0),
        expires_at: at(expiresMs),
      })
      const token = /session=([\w-]{43});/.exec(headers[0] ?? '')?.[1] ?? ''
      expect(headers).toEqual([formatExpectedCookie(token, maxAge)])
      expect(session.hashToken(token)).toBe(createdRow?.token_hash)
    },
  )

  test('openSession outside a request inserts a row and ends no other session', async () => {
    const { caller: _, headers: _h, ...jobContext } = ctx
    await insertSession(member.id)
    await session.openSession({ ...jobContext, viewer: { id: member.id, isAdmin: false } }, { id: member.id, isAdmin: false })
    expect((await listSessions()).map(({ browser }) => browser)).toEqual(['Firefox on Linux', 'A browser'])
  })

  test('closeSession deletes the row, and clears the cookie and the cache of the browser', async () => {
    const id = await insertSession(member.id)
    await session.closeSession({ ...ctx, viewer: { id: member.id, isAdmin: false, sessionId: id } })
    expect(await listSessions()).toEqual([])
    expect(headers).toEqual([formatExpectedCookie('', 0), 'clear-site-data: "cache"'])
  })
})

test.each(['sessions', 'one_time_tokens'] as const)('the job deletes expired %s, and returns when the next row expires', async (table) => {
  const runJob = table === 'sessions' ? session.removeExpiredSessions : session.removeExpiredTokens
  expect(await runJob(ctx)).toBeUndefined()
  for (const [n, expiresMs] of [1, SECOND_MS, 2 * SECOND_MS].entries()) {
    const token = { token_hash: `t${n}`, purpose: 'x', user_id: null, email: null, expires_at: at(expiresMs) }
    await (table === 'sessions'
      ? insertSession(member.id, { token: `t${n}`, expiresMs })
      : ctx.db.insertInto(table).values(token).execute())
  }
  goTo(SECOND_MS)
  expect(await runJob(ctx)).toBe(at(2 * SECOND_MS))
  expect(await ctx.db.selectFrom(table).select('expires_at').execute()).toEqual([{ expires_at: at(2 * SECOND_MS) }])
})
