/** Reads and changes mail preferences, and lets members unsubscribe without signing in. */
import { randomBytes } from 'node:crypto'
import type { Context } from '#platform/contract/context.ts'
import { AppError, unauthorized } from '#platform/contract/errors.ts'
import { originForMail } from './mail-origin.service.ts'
import {
  CONFIGURABLE_KINDS,
  findNextDigestAt,
  isConfigurable,
  NOTICE_KINDS,
  type ConfigurableKind,
  type NoticeKind,
  type NoticeTiming,
} from './notice-kind.policy.ts'
import type { NoticePreferences } from './notice.contract.ts'
import * as queries from './preference.queries.ts'

type Db = Pick<Context, 'db'>

/** @returns a lookup of the timing by member and kind */
export async function getTimings(ctx: Db, userIds: readonly number[]): Promise<(userId: number, kind: NoticeKind) => NoticeTiming> {
  const preferredTimings = new Map(
    (await queries.listPreferences(ctx, userIds)).map(({ userId, kind, timing }) => [`${userId} ${kind}`, timing]),
  )
  return (userId, kind) => (isConfigurable(kind) ? (preferredTimings.get(`${userId} ${kind}`) ?? NOTICE_KINDS[kind].defaultTiming) : 'now')
}

export async function getPreferences(ctx: Context): Promise<NoticePreferences> {
  if (!ctx.viewer) throw unauthorized()
  const { id } = ctx.viewer
  const getTiming = await getTimings(ctx, [id])
  return {
    reply: getTiming(id, 'reply'),
    answer: getTiming(id, 'answer'),
    mention: getTiming(id, 'mention'),
    followup: getTiming(id, 'followup'),
    moderation: getTiming(id, 'moderation'),
    watch: getTiming(id, 'watch'),
    digest: (await queries.hasWeeklyDigest(ctx, id)) ? 'weekly' : 'off',
  }
}

export async function changePreferences(ctx: Context, changes: Partial<NoticePreferences>): Promise<NoticePreferences> {
  const { viewer } = ctx
  if (!viewer) throw unauthorized()
  return ctx.db.transaction().execute(async (db) => {
    for (const kind of CONFIGURABLE_KINDS) {
      const timing = changes[kind]
      if (timing !== undefined) await queries.upsertPreference({ db }, viewer.id, kind, timing)
    }
    if (changes.digest === 'weekly') await queries.upsertWeeklyDigest({ db }, viewer.id, findNextDigestAt(new Date()), originForMail(ctx))
    if (changes.digest === 'off') await queries.deleteWeeklyDigest({ db }, viewer.id)
    return getPreferences({ ...ctx, db })
  })
}

/** What an unsubscribe link can turn off: one kind of notices, the daily digest (`digest`), or the weekly one. */
export const UNSUBSCRIBABLE_KINDS = [...CONFIGURABLE_KINDS, 'digest', 'weekly'] as const
export type UnsubscribableKind = (typeof UNSUBSCRIBABLE_KINDS)[number]

/** Returns the last segment of an unsubscribe URL: the kind and the member's key, such as `reply~…`. */
export const formatUnsubscribeKey = (kind: UnsubscribableKind, key: string): string => `${kind}~${key}`
export const createUnsubscribeKey = (): string => randomBytes(32).toString('base64url')

/** Returns what an unsubscribe link turns off, and for whom. @throws AppError 404 for an invalid or unknown key */
async function resolveUnsubscribeKey(ctx: Db, key: string): Promise<{ userId: number; kind: UnsubscribableKind }> {
  const [, name, secret = ''] = /^([a-z]{1,20})~([\w-]{43})$/.exec(key) ?? []
  const kind = UNSUBSCRIBABLE_KINDS.find((candidate) => candidate === name)
  const userId = kind && (await queries.findUserByUnsubscribeKey(ctx, secret))
  if (!kind || userId === undefined) throw new AppError(404, 'notice.link_unknown', 'This link is no longer valid.')
  return { userId, kind }
}

function getLabel(kind: UnsubscribableKind): string {
  if (kind === 'digest') return 'The daily digest'
  return kind === 'weekly' ? 'The weekly digest' : NOTICE_KINDS[kind].label
}

export async function findNoticeUnsubscription(
  ctx: Db,
  key: string,
): Promise<{ kind: UnsubscribableKind; label: string; isLeft: boolean }> {
  const { userId, kind } = await resolveUnsubscribeKey(ctx, key)
  if (kind === 'weekly') return { kind, label: getLabel(kind), isLeft: !(await queries.hasWeeklyDigest(ctx, userId)) }
  const getTiming = await getTimings(ctx, [userId])
  const isLeft =
    kind === 'digest'
      ? CONFIGURABLE_KINDS.every((preferredTimings) => getTiming(userId, preferredTimings) !== 'daily')
      : getTiming(userId, kind) === 'off'
  return { kind, label: getLabel(kind), isLeft }
}

/** Turns off the mails that the link is for; notices on the site are unaffected. Idempotent. */
export async function unsubscribeFromNotices(
  ctx: Pick<Context, 'db'>,
  key: string,
): Promise<{ kind: UnsubscribableKind; label: string; isLeft: boolean }> {
  const { userId, kind } = await resolveUnsubscribeKey(ctx, key)
  return ctx.db.transaction().execute(async (db) => {
    if (kind === 'weekly') {
      await queries.deleteWeeklyDigest({ db }, userId)
      return findNoticeUnsubscription({ ...ctx, db }, key)
    }
    const getTiming = await getTimings({ db }, [userId])
    const kinds: readonly ConfigurableKind[] =
      kind === 'digest' ? CONFIGURABLE_KINDS.filter((preferredTimings) => getTiming(userId, preferredTimings) === 'daily') : [kind]
    for (const preferredTimings of kinds) await queries.upsertPreference({ db }, userId, preferredTimings, 'off')
    return findNoticeUnsubscription({ ...ctx, db }, key)
  })
}
