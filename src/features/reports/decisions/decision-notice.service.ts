/** Informs author and reporters of a decision, and shows it to them. */
import { findToken, issueToken } from '#features/accounts/passwords/token.service.ts'
import { mailLink, sendMail } from '#features/mail/mail.service.ts'
import { originForMail, sendNotices } from '#features/notices/notice.service.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import { AppError, unauthorized } from '#platform/contract/errors.ts'
import { findAppeal } from '#features/reports/appeals/appeal.queries.ts'
import { APPEAL_DAYS, DECISION_REASONS, REPORT_KINDS, type Decision, type DecisionReason } from '#features/reports/report-reason.policy.ts'
import { decisionMail } from '#features/reports/report.mail.ts'
import * as cases from '#features/reports/report.queries.ts'
import { findSubject } from '#features/reports/subject.queries.ts'
import type { DecisionNotice } from './decision.contract.ts'
import { toDecision } from './report-case.service.ts'
import * as queries from './decision.queries.ts'

interface MadeDecision {
  id: number
  decision: Decision
  reason: DecisionReason
  text: string
  restrictedUntil: string | null
}

const OUTCOMES: Record<Exclude<Decision, 'keep'>, (noun: string) => string> = {
  edit: (noun) => `Please edit your ${noun}`,
  hide: (noun) => `Your ${noun} was hidden`,
  remove: (noun) => `Your ${noun} was removed`,
  warn: (noun) => `Warning about your ${noun}`,
  restrict: () => 'You cannot post for now',
  close: () => 'Your account was closed',
}

const tokenPurpose = (decisionId: number, reportId: number): string => `decision:${decisionId}:${reportId}`

/** Call it in the transaction of the decision. Authors are not notified if their content stays. */
export async function notifyParties(ctx: Context, found: cases.CaseRow, made: MadeDecision): Promise<void> {
  const noun = REPORT_KINDS[found.kind].toLowerCase()
  const about = `${DECISION_REASONS[made.reason]}${made.text ? `. ${made.text}` : ''}`
  const notice = {
    kind: 'moderation',
    about: `decision:${made.id}`,
    path: pathTo('/decisions/:slug', { slug: String(made.id) }),
    origin: originForMail(ctx),
    actorId: ctx.viewer?.id ?? null,
    firstItem: 0,
    lastItem: 0,
    items: 1,
  } as const
  if (made.decision !== 'keep' && made.decision !== 'close')
    await sendNotices(ctx, [{ ...notice, userId: found.author_id, title: `${OUTCOMES[made.decision](noun)}: ${about}` }])
  const reports = await cases.listReportsOfCases(ctx, [found.id])
  const isUpheld = made.decision !== 'keep'
  const outcome = isUpheld ? `We acted on your report of a ${noun}` : `We checked the ${noun} that you reported, and it stays`
  const reporterIds = new Set(reports.flatMap(({ reporterId }) => (reporterId === null ? [] : [reporterId])))
  await sendNotices(
    ctx,
    [...reporterIds].map((userId) => ({ ...notice, userId, title: `${outcome}: ${about}` })),
  )
  for (const { id: reportId, email } of reports) {
    if (email === null) continue
    const key = await issueToken(ctx, { purpose: tokenPurpose(made.id, reportId), userId: null, email }, APPEAL_DAYS * 86_400_000)
    const link = mailLink(ctx, `/decisions/${made.id}~${key}`)
    await sendMail(ctx, decisionMail, { kind: found.kind, isUpheld, reason: made.reason, text: made.text, link }, { to: email })
  }
}

/** A person whom a decision concerns. */
export interface Party {
  decision: queries.NamedDecision
  case: cases.CaseRow
  role: 'author' | 'reporter'
  /** `author`, or `report:ID`. */
  party: string
  userId: number | null
  email: string | null
}

const unknownDecision = () => new AppError(404, 'decision.not_found', 'There is no such decision, or this link has expired.')

/**
 * Finds the decision and the viewer's part in it.
 * @param key the decision's id, for members; with `~` and a token, for visitors
 * @throws AppError 401 without session and token, 404
 */
export async function findParty(ctx: Context, key: string): Promise<Party> {
  const [number = '', token] = key.split('~')
  const decision = await queries.findDecision(ctx, Number(number))
  const found = decision && (await cases.findCase(ctx, decision.caseId))
  if (!token && !ctx.viewer) throw unauthorized()
  if (!decision || !found) throw unknownDecision()
  const reports = await cases.listReportsOfCases(ctx, [found.id])
  if (token) {
    for (const { id, email } of reports)
      if (email !== null && (await findToken(ctx, tokenPurpose(decision.id, id), token)))
        return { decision, case: found, role: 'reporter', party: `report:${id}`, userId: null, email }
    throw unknownDecision()
  }
  const userId = ctx.viewer?.id ?? 0
  if (found.author_id === userId) return { decision, case: found, role: 'author', party: 'author', userId, email: null }
  const report = reports.find(({ reporterId }) => reporterId === userId)
  if (!report) throw unknownDecision()
  return { decision, case: found, role: 'reporter', party: `report:${report.id}`, userId, email: null }
}

export const getDecision = async (ctx: Context, key: string): Promise<DecisionNotice> => toNotice(ctx, await findParty(ctx, key))

export async function toNotice(ctx: Context, { decision, case: found, role, party }: Party): Promise<DecisionNotice> {
  const appeal = await findAppeal(ctx, decision.id, party)
  const isPublic = (await findSubject(ctx, found.kind, found.subject_id)) !== undefined
  const { decidedBy: _moderator, ...shown } = toDecision(decision)
  return {
    id: decision.id,
    kind: found.kind,
    title: decision.title,
    path: isPublic ? found.path : '',
    role,
    decision: shown,
    canAppeal: !appeal && isAppealable(role, decision),
    appeal: appeal ? { text: appeal.text, createdAt: appeal.created_at, outcome: appeal.outcome, outcomeText: appeal.outcome_text } : null,
  }
}

/** Authors appeal against a sanction, reporters against a decision to keep; both within six months. */
export const isAppealable = (
  role: 'author' | 'reporter',
  { decision, decidedAt }: Pick<queries.NamedDecision, 'decision' | 'decidedAt'>,
): boolean => (role === 'reporter') === (decision === 'keep') && Date.now() - Date.parse(decidedAt) < APPEAL_DAYS * 86_400_000
