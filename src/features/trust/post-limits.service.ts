/**
 * Counts posts by frequency and repeated text. The counters are keyed hashes that expire; no text is stored. All are counted in one
 * statement in the transaction of the post, so that concurrent posts cannot exceed a limit, and a rejected post is not counted.
 */
import { createHash } from 'node:crypto'
import { countHits } from '#features/counting/hit-limit.service.ts'
import { keyedHash } from '#platform/config/secret-box.ts'
import type { Context } from '#platform/contract/context.ts'
import { AppError } from '#platform/contract/errors.ts'
import { rateLimitNetwork } from '#platform/http/proxy.ts'
import { formatCount } from '#wording/counts.ts'
import { formatWait } from '#wording/durations.ts'
import { normalizeText } from '#wording/normalize-text.ts'
import { NOUNS } from '#wording/nouns.ts'
import type { PostingAuthor, ScreenedPost } from './screening.policy.ts'
import { NEWCOMER_PERIOD_MS, REPEATED_TEXT_MIN_LETTERS } from './trust.policy.ts'
import type { WaitingReasonCode } from './waiting-reason.policy.ts'

interface Counter {
  key: string
  resetsAt: number
  max: number
  /** Exceeding the maximum either rejects the post or makes it wait. */
  reject?: (seconds: number) => AppError
  reason?: WaitingReasonCode
}

/**
 * @returns the reasons for which the post waits
 * @throws AppError 429 with the seconds until the next attempt
 */
export async function countPost(trxCtx: Context, author: PostingAuthor, post: ScreenedPost): Promise<WaitingReasonCode[]> {
  const now = Date.now()
  const counters = [...createFrequencyCounters(trxCtx, author, post, now), ...createTextCounters(trxCtx, author, post, now)]
  if (counters.length === 0) return []
  const hits = await countHits(
    trxCtx,
    counters.map(({ key, resetsAt }) => ({ key, hits: 1, resetsAt: new Date(resetsAt).toISOString() })),
    new Date(now).toISOString(),
  )
  const exceeded = counters.flatMap((counter) => {
    const counted = hits.find(({ key }) => key === counter.key)
    return counted && counted.hits > counter.max ? [{ ...counter, resetsAt: Date.parse(counted.resetsAt) }] : []
  })
  const rejection = exceeded.filter(({ reject }) => reject).toSorted((a, b) => b.resetsAt - a.resetsAt)[0]
  if (rejection?.reject) throw rejection.reject(Math.max(1, Math.ceil((rejection.resetsAt - now) / 1000)))
  return exceeded.flatMap(({ reason }) => reason ?? [])
}

const hashKey = (text: string): string => keyedHash(text, 'posts of new members')

/** Guests share an account, so the interval between their posts is counted per network. */
function createFrequencyCounters(ctx: Context, author: PostingAuthor, { kind }: ScreenedPost, now: number): Counter[] {
  const { secondsBetweenPosts } = ctx.site.settings.newcomers
  const interval = { resetsAt: now + secondsBetweenPosts * 1000, max: 1 }
  if (author.isGuest)
    return secondsBetweenPosts > 0 && ctx.caller
      ? [{ ...interval, key: hashKey(`interval from ${rateLimitNetwork(ctx.caller.clientIp)}`), reject: createGuestTooSoonError }]
      : []
  if (!author.isNewcomer || author.memberSince === null) return []
  return [
    ...(secondsBetweenPosts > 0 ? [{ ...interval, key: hashKey(`interval ${author.id}`), reject: createTooSoonError }] : []),
    ...(kind === 'topic' || kind === 'reply' ? createFirstDayCounters(ctx, { ...author, memberSince: author.memberSince }, kind, now) : []),
  ]
}

/** Reviews have no limit on the first day, because each member can post only one of a product. */
function createFirstDayCounters(
  { site }: Context,
  author: { id: number; memberSince: string },
  kind: 'topic' | 'reply',
  now: number,
): Counter[] {
  const { firstDayTopics, firstDayReplies } = site.settings.newcomers
  const firstDayEnd = Date.parse(author.memberSince) + NEWCOMER_PERIOD_MS
  const maxOnFirstDay = kind === 'topic' ? firstDayTopics : firstDayReplies
  if (maxOnFirstDay === 0 || firstDayEnd <= now) return []
  return [
    {
      key: hashKey(`first day ${kind} ${author.id}`),
      resetsAt: firstDayEnd,
      max: maxOnFirstDay,
      reject: (seconds: number) => createFirstDayError(kind, maxOnFirstDay, seconds),
    },
  ]
}

const createTooSoonError = (seconds: number) => tooSoonError('New members must wait a moment between two posts.', seconds)
const createGuestTooSoonError = (seconds: number) => tooSoonError('A guest in your network has just posted.', seconds)

const tooSoonError = (explanation: string, seconds: number) =>
  new AppError(
    429,
    'post.too_soon',
    `${explanation} You can post again in ${formatWait(seconds)}; your text stays in the form.`,
    undefined,
    seconds,
  )

const createFirstDayError = (kind: 'topic' | 'reply', max: number, seconds: number) =>
  new AppError(
    429,
    'post.first_day',
    `On your first day you can post ${formatCount(max, NOUNS[kind])}. You can post again in ${formatHours(seconds)}; your text stays in the form.`,
    undefined,
    seconds,
  )

const HOUR_SECONDS = 3600
const formatHours = (seconds: number): string =>
  seconds < 2 * HOUR_SECONDS ? formatWait(seconds) : `${Math.ceil(seconds / HOUR_SECONDS)} hours`

const lettersOf = (text: string): string =>
  normalizeText(text, 'NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}]/gu, '')

/**
 * The text is compared without digits, punctuation and case, and without the title, which is easily varied. Guests share an account, so only
 * their network is counted.
 */
function createTextCounters({ site, caller }: Context, author: PostingAuthor, { title, content }: ScreenedPost, now: number): Counter[] {
  const contentLetters = lettersOf(content)
  const letters = contentLetters.length < REPEATED_TEXT_MIN_LETTERS ? lettersOf(`${title ?? ''} ${content}`) : contentLetters
  if (!site.settings.newcomers.holdsRepeatedText || letters.length < REPEATED_TEXT_MIN_LETTERS) return []
  const text = createHash('sha256').update(letters).digest('base64url')
  const window = { resetsAt: now + NEWCOMER_PERIOD_MS, max: 1 }
  const isNew = author.isGuest || author.isNewcomer
  return [
    ...(author.isGuest ? [] : [{ ...window, key: hashKey(`text ${text} ${author.id}`), reason: 'repeated-text' as const }]),
    ...(caller
      ? [{ ...window, key: hashKey(`text ${text} from ${rateLimitNetwork(caller.clientIp)}`), reason: 'repeated-text' as const }]
      : []),
    ...(isNew ? [{ ...window, key: hashKey(`text ${text} by new accounts`), reason: 'shared-text' as const }] : []),
  ]
}
