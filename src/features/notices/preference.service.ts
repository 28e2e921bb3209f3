/** Mail preferences, and unsubscribing without signing in. */
import { randomBytes } from 'node:crypto'
import type { Context } from '#platform/contract/context.ts'
import { AppError, unauthorized } from '#platform/contract/errors.ts'
import { CONFIGURABLE_KINDS, NOTICE_KINDS, type ConfigurableKind, type NoticeKind, type NoticeTiming } from './notice-kind.policy.ts'
import type { NoticePreferences } from './notice.contract.ts'
import * as queries from './preference.queries.ts'

type Db = Pick<Context, 'db'>

/** @returns a lookup of the timing by member and kind */
export async function getTimings(ctx: Db, userIds: readonly number[]): Promise<(userId: number, kind: NoticeKind) => NoticeTiming> {
  const chosen = new Map((await queries.listPreferences(ctx, userIds)).map(({ userId, kind, timing }) => [`${userId} ${kind}`, timing]))
  return (userId, kind) => (kind === 'security' ? 'now' : (chosen.get(`${userId} ${kind}`) ?? NOTICE_KINDS[kind].defaultTiming))
}

export async function getPreferences(ctx: Context): Promise<NoticePreferences> {
  if (!ctx.viewer) throw unauthorized()
  const { id } = ctx.viewer
  const timingOf = await getTimings(ctx, [id])
  return { reply: timingOf(id, 'reply'), answer: timingOf(id, 'answer'), moderation: timingOf(id, 'moderation') }
}

export async function changePreferences(ctx: Context, changes: Partial<NoticePreferences>): Promise<NoticePreferences> {
  const { viewer } = ctx
  if (!viewer) throw unauthorized()
  return ctx.db.transaction().execute(async (db) => {
    for (const kind of CONFIGURABLE_KINDS) {
      const timing = changes[kind]
      if (timing !== undefined) await queries.upsertPreference({ db }, viewer.id, kind, timing)
    }
    return getPreferences({ ...ctx, db })
  })
}

/** What an unsubscribe link turns off: a kind or the daily digest. */
export const UNSUBSCRIBABLE_KINDS = [...CONFIGURABLE_KINDS, 'digest'] as const
export type UnsubscribableKind = (typeof UNSUBSCRIBABLE_KINDS)[number]

/** Returns the key in an unsubscribe URL: `reply~…`. */
export const formatUnsubscribeKey = (kind: UnsubscribableKind, key: string): string => `${kind}~${key}`
export const createUnsubscribeKey = (): string => randomBytes(32).toString('base64url')

/** @throws AppError 404 for an invalid or unknown key */
async function readLeaveKey(ctx: Db, key: string): Promise<{ userId: number; kind: UnsubscribableKind }> {
  const [, name, secret = ''] = /^([a-z]{1,20})~([\w-]{43})$/.exec(key) ?? []
  const kind = UNSUBSCRIBABLE_KINDS.find((candidate) => candidate === name)
  const userId = kind && (await queries.findUserByUnsubscribeKey(ctx, secret))
  if (!kind || userId === undefined) throw new AppError(404, 'notice.link_unknown', 'This link is no longer valid.')
  return { userId, kind }
}

const labelOf = (kind: UnsubscribableKind): string => (kind === 'digest' ? 'The daily digest' : NOTICE_KINDS[kind].label)

export async function findNoticeUnsubscription(
  ctx: Db,
  key: string,
): Promise<{ kind: UnsubscribableKind; label: string; isLeft: boolean }> {
  const { userId, kind } = await readLeaveKey(ctx, key)
  const timingOf = await getTimings(ctx, [userId])
  const isLeft =
    kind === 'digest' ? CONFIGURABLE_KINDS.every((chosen) => timingOf(userId, chosen) !== 'daily') : timingOf(userId, kind) === 'off'
  return { kind, label: labelOf(kind), isLeft }
}

/** Turns off mails of a kind; notices on the site are unaffected. Idempotent. */
export async function unsubscribeFromNotices(
  ctx: Pick<Context, 'db'>,
  key: string,
): Promise<{ kind: UnsubscribableKind; label: string; isLeft: boolean }> {
  const { userId, kind } = await readLeaveKey(ctx, key)
  return ctx.db.transaction().execute(async (db) => {
    const timingOf = await getTimings({ db }, [userId])
    const kinds: readonly ConfigurableKind[] =
      kind === 'digest' ? CONFIGURABLE_KINDS.filter((chosen) => timingOf(userId, chosen) === 'daily') : [kind]
    for (const chosen of kinds) await queries.upsertPreference({ db }, userId, chosen, 'off')
    return findNoticeUnsubscription({ ...ctx, db }, key)
  })
}
