/**
 * Decides whether a new post is published, waits for approval, or is rejected because it comes too soon. `screenPost` does the slow part
 * before the transaction, `admitPost` the part that is counted, in the transaction of the post.
 */
import type { Context } from '#platform/contract/context.ts'
import { badRequest } from '#platform/contract/errors.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { findPostLinks, type PostLinks } from './post-links.service.ts'
import { countPost } from './post-limits.service.ts'
import type { PostingAuthor, ScreenedDraft, ScreenedKind, ScreenedPost, Screening } from './screening.policy.ts'
import * as queries from './screening.queries.ts'
import { checkForSpam } from './spam-checker.service.ts'
import { DOMAIN_REJECTIONS_MAX, FREE_POSTING_LEVEL, NEWCOMER_PERIOD_MS, NO_QUEUE_LEVEL } from './trust.policy.ts'
import { WAITING_REASONS, type WaitingReason, type WaitingReasonCode } from './waiting-reason.policy.ts'

const createReason = (code: WaitingReasonCode, detail?: string, score: number = WAITING_REASONS[code].score): WaitingReason => ({
  code,
  score,
  ...(detail === undefined ? {} : { detail }),
})

/**
 * Screens a new post. Call it outside the transaction.
 * @throws AppError 503 if too many texts are queued for rendering
 */
export async function screenPost(ctx: Context, userId: number, post: ScreenedPost): Promise<ScreenedDraft> {
  const author = await findAuthor(ctx, userId, post.kind)
  if (!author) return { post, author, reasons: [], domains: [] }
  const { reasons, domains } = await checkText(ctx, author, post)
  return {
    post,
    author,
    reasons: [...checkBehaviour(ctx, author, post), ...reasons, ...(await askSpamChecker(ctx, author, post, domains))],
    domains,
  }
}

/**
 * Screens the changed text of a published post for what its text before the change did not have. Frequency and repetition are not checked.
 * @returns null if the post can stay visible, otherwise its new value of the column `screening`
 */
export async function screenEdit(ctx: Context, userId: number, before: ScreenedPost, after: ScreenedPost): Promise<string | null> {
  const author = await findAuthor(ctx, userId, after.kind)
  if (!author) return null
  const [earlier, current] = [await checkText(ctx, author, before), await checkText(ctx, author, after)]
  const isNew = ({ code, detail }: WaitingReason) => !earlier.reasons.some((reason) => reason.code === code && reason.detail === detail)
  const reasons = [...current.reasons.filter(isNew), ...(await askSpamChecker(ctx, author, after, current.domains))]
  return reasons.length > 0 ? toColumn({ reasons, domains: current.domains }) : null
}

/**
 * Rejects a changed text that would have to wait, where published posts cannot wait again, such as reviews, which count in ratings.
 * @throws AppError 400 at the field `content`, with the reasons
 */
export async function assertMayEdit(ctx: Context, userId: number, before: ScreenedPost, after: ScreenedPost): Promise<void> {
  const screening = await screenEdit(ctx, userId, before, after)
  if (screening === null) return
  const reasons = parseScreening(screening).reasons.map(({ code }) => WAITING_REASONS[code].text)
  const message = `These changes cannot be saved: ${reasons.join(' ')} Please change your text, which is kept, and save again.`
  throw badRequest(message, [{ path: 'content', message }])
}

async function checkText(ctx: Context, author: PostingAuthor, post: ScreenedPost): Promise<Screening> {
  const links = await findPostLinks(ctx, post)
  const known = links.domains.length > 0 ? await queries.listDomains(ctx, links.domains) : []
  return { reasons: checkContent(ctx, author, links, known), domains: links.domains }
}

async function askSpamChecker(ctx: Context, author: PostingAuthor, post: ScreenedPost, domains: string[]): Promise<WaitingReason[]> {
  const { kind, title = null, content } = post
  const { isGuest, level, memberSince } = author
  const opinion = await checkForSpam(ctx, { kind, title, content, domains, author: { isGuest, level, memberSince } })
  return opinion?.isSpam ? [createReason('spam-checker', opinion.detail, opinion.score)] : []
}

/**
 * Counts the post, and decides its status. Call it first in the transaction of the post.
 * @throws AppError 429 `post.too_soon` or `post.first_day` for new members
 */
export async function admitPost(
  trxCtx: Context,
  { post, author, reasons, domains }: ScreenedDraft,
): Promise<{ status: 'visible' | 'waiting'; screening: string | null; waitingFor?: WaitingReasonCode[] }> {
  if (!author) return { status: 'visible', screening: null }
  const allReasons = [...reasons, ...(await countPost(trxCtx, author, post)).map((code) => createReason(code))]
  if (allReasons.length === 0) return { status: 'visible', screening: null }
  return {
    status: 'waiting',
    screening: toColumn({ reasons: allReasons, domains }),
    waitingFor: allReasons.map(({ code }) => code),
  }
}

const toColumn = (screening: Screening): string => JSON.stringify(screening)

/** Parses the column `screening`. Posts that waited before it existed have none. */
export const parseScreening = (column: string | null): Screening =>
  column === null ? { reasons: [], domains: [] } : (JSON.parse(column) as Screening)

/** Counts a moderator's decision about a waiting post for the domains that it links to. Call it in the transaction of the decision. */
export const learnFromDecision = (trxCtx: Pick<Context, 'db'>, column: string | null, isApproved: boolean): Promise<void> =>
  queries.addDomainDecisions(trxCtx, parseScreening(column).domains, isApproved, new Date().toISOString())

/** @returns undefined for administrators and for members whose posts never wait */
async function findAuthor(ctx: Context, id: number, kind: ScreenedKind): Promise<PostingAuthor | undefined> {
  if (ctx.viewer?.isAdmin) return undefined
  if (id === GUEST_ID) return { id, isGuest: true, level: 1, memberSince: null, isNewcomer: false, isFirstPost: true }
  const found = await queries.findPostAuthor(ctx, id)
  if (!found || found.level >= NO_QUEUE_LEVEL) return undefined
  const { level, memberSince, hasVisiblePost, hasReview } = found
  const isNewcomer = level < FREE_POSTING_LEVEL || Date.now() - Date.parse(memberSince) < NEWCOMER_PERIOD_MS
  return { id, isGuest: false, level, memberSince, isNewcomer, isFirstPost: !(isReview(kind) ? hasReview : hasVisiblePost) }
}

const isReview = (kind: ScreenedKind): boolean => kind === 'review' || kind === 'review-update'

/** Guests often use programs without the form, such as the API, which measure no typing time. */
function checkBehaviour({ site }: Context, author: PostingAuthor, { typingMs, homepage }: ScreenedPost): WaitingReason[] {
  const { minTypingSeconds } = site.settings.newcomers
  if (!author.isGuest && !author.isNewcomer) return []
  const measuredMs = typingMs ?? (author.isGuest ? Number.POSITIVE_INFINITY : 0)
  return [
    ...(homepage?.trim() ? [createReason('hidden-field')] : []),
    ...(author.isFirstPost && measuredMs < minTypingSeconds * 1000 ? [createReason('typed-fast')] : []),
  ]
}

interface KnownDomain {
  domain: string
  approved: number
  rejected: number
}

function checkContent({ site }: Context, author: PostingAuthor, links: PostLinks, known: readonly KnownDomain[]): WaitingReason[] {
  const { maxLinks, areRightsEarned } = site.settings.newcomers
  const rejected = known.filter((domain) => domain.approved === 0 && domain.rejected >= DOMAIN_REJECTIONS_MAX)
  const trusted = known.filter((domain) => domain.approved > domain.rejected).map(({ domain }) => domain)
  const unknown = links.domains.filter((domain) => !trusted.includes(domain))
  const isLimited = areRightsEarned && !author.isGuest && author.level < FREE_POSTING_LEVEL
  return [
    ...(author.isGuest && links.isLinked ? [createReason('guest-link', links.domains.join(', ') || undefined)] : []),
    ...(rejected.length > 0 ? [createReason('rejected-domain', rejected.map(({ domain }) => domain).join(', '))] : []),
    ...(author.isNewcomer && maxLinks > 0 && links.count > maxLinks ? [createReason('too-many-links', String(links.count))] : []),
    ...(isLimited && unknown.length > 0 ? [createReason('unknown-domain', unknown.join(', '))] : []),
    ...(isLimited && links.hasPicture ? [createReason('picture')] : []),
  ]
}
