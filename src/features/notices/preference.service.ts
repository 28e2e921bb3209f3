/** When a member wants a mail, and how they leave without signing in. */
import { randomBytes } from 'node:crypto'
import type { Context } from '#platform/contract/context.ts'
import { AppError, unauthorized } from '#platform/contract/errors.ts'
import { CHOSEN_KINDS, NOTICE_KINDS, type ChosenKind, type NoticeKind, type NoticeTiming } from './notice-kind.policy.ts'
import type { NoticePreferences } from './notice.contract.ts'
import * as queries from './preference.queries.ts'

type Db = Pick<Context, 'db'>

/** @returns what each of them wants of a kind */
export async function getTimings(ctx: Db, userIds: readonly number[]): Promise<(userId: number, kind: NoticeKind) => NoticeTiming> {
  const chosen = new Map((await queries.listPreferences(ctx, userIds)).map(({ userId, kind, timing }) => [`${userId} ${kind}`, timing]))
  return (userId, kind) => (kind === 'security' ? 'now' : (chosen.get(`${userId} ${kind}`) ?? NOTICE_KINDS[kind].usual))
}

export async function getPreferences(ctx: Context): Promise<NoticePreferences> {
  if (!ctx.viewer) throw unauthorized()
  const { id } = ctx.viewer
  const timingOf = await getTimings(ctx, [id])
  return { reply: timingOf(id, 'reply'), answer: timingOf(id, 'answer'), moderation: timingOf(id, 'moderation') }
}

export async function changePreferences(ctx: Context, wanted: Partial<NoticePreferences>): Promise<NoticePreferences> {
  const { viewer } = ctx
  if (!viewer) throw unauthorized()
  return ctx.db.transaction().execute(async (db) => {
    for (const kind of CHOSEN_KINDS) {
      const timing = wanted[kind]
      if (timing !== undefined) await queries.upsertPreference({ db }, viewer.id, kind, timing)
    }
    return getPreferences({ ...ctx, db })
  })
}

/** What a link in a mail switches off: a kind, or what comes once a day. */
export const UNSUBSCRIBABLE_KINDS = [...CHOSEN_KINDS, 'digest'] as const
export type UnsubscribableKind = (typeof UNSUBSCRIBABLE_KINDS)[number]

/** Half of an address: `reply~…`. */
export const leaveKeyOf = (kind: UnsubscribableKind, key: string): string => `${kind}~${key}`
export const makeLeaveKey = (): string => randomBytes(32).toString('base64url')

/** @throws AppError 404 */
async function readLeaveKey(ctx: Db, key: string): Promise<{ userId: number; kind: UnsubscribableKind }> {
  const [, name, secret = ''] = /^([a-z]{1,20})~([\w-]{43})$/.exec(key) ?? []
  const kind = UNSUBSCRIBABLE_KINDS.find((one) => one === name)
  const userId = kind && (await queries.findUserByLeaveKey(ctx, secret))
  if (!kind || userId === undefined) throw new AppError(404, 'notice.link_unknown', 'This link belongs to no account any more.')
  return { userId, kind }
}

const labelOf = (kind: UnsubscribableKind): string => (kind === 'digest' ? 'The daily digest' : NOTICE_KINDS[kind].label)

export async function findNoticeUnsubscription(
  ctx: Db,
  key: string,
): Promise<{ kind: UnsubscribableKind; label: string; isLeft: boolean }> {
  const { userId, kind } = await readLeaveKey(ctx, key)
  const timingOf = await getTimings(ctx, [userId])
  const isLeft = kind === 'digest' ? CHOSEN_KINDS.every((one) => timingOf(userId, one) !== 'daily') : timingOf(userId, kind) === 'off'
  return { kind, label: labelOf(kind), isLeft }
}

/** No more mails of a kind; the notices on the site stay. Doing it again is a success too. */
export async function unsubscribeFromNotices(
  ctx: Pick<Context, 'db'>,
  key: string,
): Promise<{ kind: UnsubscribableKind; label: string; isLeft: boolean }> {
  const { userId, kind } = await readLeaveKey(ctx, key)
  return ctx.db.transaction().execute(async (db) => {
    const timingOf = await getTimings({ db }, [userId])
    const left: readonly ChosenKind[] = kind === 'digest' ? CHOSEN_KINDS.filter((one) => timingOf(userId, one) === 'daily') : [kind]
    for (const one of left) await queries.upsertPreference({ db }, userId, one, 'off')
    return findNoticeUnsubscription({ ...ctx, db }, key)
  })
}
