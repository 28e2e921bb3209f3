/** Assembles what moderators see of an item: the subject then and now, the reports, and the history of author and reporters. */
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import { countAuthorRecords, EMPTY_RECORD } from '#features/reports/queue/author-record.queries.ts'
import type { CaseRow } from '#features/reports/report.queries.ts'
import * as cases from '#features/reports/report.queries.ts'
import { findSubject } from '#features/reports/subject.queries.ts'
import type { ReportCase, ReportDecision } from './decision.contract.ts'
import * as queries from './decision.queries.ts'

/** Earlier decisions that an item lists. */
const HISTORY_MAX = 5
const isKnown = (id: number | null): id is number => id !== null

/** An item before its people, reports and histories are added. */
export interface ItemRow extends Omit<
  ReportCase,
  'author' | 'authorRecord' | 'authorHistory' | 'reports' | 'claimedBy' | 'decision' | 'appeal'
> {
  authorId: number
  claimedById: number | null
  /** The case whose reports are listed; null for what waits for approval. */
  caseId: number | null
  isDecided: boolean
  appeal: (Pick<NonNullable<ReportCase['appeal']>, 'role' | 'username' | 'text' | 'decision'> & { userId: number | null }) | null
}

export async function toReportCases(ctx: Context, rows: readonly CaseRow[]): Promise<ReportCase[]> {
  return assembleItems(ctx, await Promise.all(rows.map((row) => toItemRow(ctx, row))))
}

export async function toItemRow(ctx: Context, row: CaseRow): Promise<ItemRow> {
  const subject = await findSubject(ctx, row.kind, row.subject_id)
  return {
    item: 'report',
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    path: row.path,
    title: row.title,
    content: row.content,
    current: subject ? { title: subject.title, content: subject.content } : null,
    context: subject?.context ?? null,
    pictureUrl: subject?.pictureUrl ?? null,
    hiddenAt: row.hidden_at,
    dueAt: row.due_at,
    createdAt: row.created_at,
    waiting: null,
    review: null,
    note: null,
    authorId: row.author_id,
    claimedById: row.claimed_by,
    caseId: row.id,
    isDecided: row.decided_at !== null,
    appeal: null,
  }
}

export async function assembleItems(ctx: Context, rows: readonly ItemRow[]): Promise<ReportCase[]> {
  const caseIds = rows.map(({ caseId }) => caseId).filter(isKnown)
  const authorIds = [...new Set(rows.map(({ authorId }) => authorId))]
  const reports = await cases.listReportsOfCases(ctx, caseIds)
  const appellantIds = rows.flatMap(({ appeal }) => (appeal?.role === 'reporter' && appeal.userId !== null ? [appeal.userId] : []))
  const reporterIds = [...new Set([...reports.map(({ reporterId }) => reporterId).filter(isKnown), ...appellantIds])]
  const claimedBy = rows.map(({ claimedById }) => claimedById).filter(isKnown)
  const [counts, decisions, against, people, records] = await Promise.all([
    cases.countReportsOfReporters(ctx, reporterIds),
    queries.listDecisionsOfCases(ctx, caseIds),
    queries.listDecisionsAgainst(ctx, authorIds),
    queries.listPeople(ctx, [...new Set([...authorIds, ...claimedBy])]),
    countAuthorRecords(
      ctx,
      authorIds.filter((id) => id !== GUEST_ID),
    ),
  ])
  const personOf = new Map(people.map((person) => [person.id, person]))
  const countOf = new Map(counts.map(({ reporterId, reports: n, upheld }) => [reporterId, { reports: n, upheld }]))
  const historyOf = (id: number | null) => (id === null ? null : (countOf.get(id) ?? null))
  return rows.map(({ authorId, claimedById, caseId, isDecided, appeal, ...row }): ReportCase => {
    const author = personOf.get(authorId)
    const claimer = claimedById === null ? undefined : personOf.get(claimedById)
    const isGuest = authorId === GUEST_ID
    const decision = isDecided ? decisions.findLast((made) => made.caseId === caseId) : undefined
    return {
      ...row,
      author: {
        id: authorId,
        username: author?.username ?? 'Unknown User',
        isGuest,
        memberSince: author?.memberSince ?? row.createdAt,
        level: author?.level ?? 1,
      },
      authorRecord: isGuest ? null : (records.get(authorId) ?? EMPTY_RECORD),
      authorHistory: against
        .filter((made) => made.authorId === authorId && made.caseId !== caseId && !isGuest)
        .slice(0, HISTORY_MAX)
        .map(toDecision),
      reports: reports
        .filter((report) => report.caseId === caseId)
        .map(({ id, reason, illegalKind, text, reporterId, username, createdAt }) => ({
          id,
          reason,
          illegalKind,
          text,
          reporter: reporterId === null ? null : { id: reporterId, username: username ?? 'Unknown User' },
          reporterHistory: historyOf(reporterId),
          createdAt,
        })),
      claimedBy: claimer ? { id: claimer.id, username: claimer.username } : null,
      decision: decision ? toDecision(decision) : null,
      appeal: appeal && {
        role: appeal.role,
        username: appeal.username,
        text: appeal.text,
        history: appeal.role === 'reporter' ? historyOf(appeal.userId) : null,
        decision: appeal.decision,
      },
    }
  })
}

export const toDecision = ({
  id,
  decision,
  reason,
  text,
  restrictedUntil,
  decidedBy,
  decidedAt,
}: queries.NamedDecision): ReportDecision => ({
  id,
  decision,
  reason,
  text,
  restrictedUntil,
  decidedBy,
  decidedAt,
})
