/** Assembles what moderators see of a case: the subject then and now, the reports, and the history of author and reporters. */
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import type { CaseRow } from '#features/reports/report.queries.ts'
import * as cases from '#features/reports/report.queries.ts'
import { findSubject } from '#features/reports/subject.queries.ts'
import type { ReportCase, ReportDecision } from './decision.contract.ts'
import * as queries from './decision.queries.ts'

/** Earlier decisions that a case lists. */
const HISTORY_MAX = 5
const isKnown = (id: number | null): id is number => id !== null

export async function toReportCases(ctx: Context, rows: readonly CaseRow[]): Promise<ReportCase[]> {
  const ids = rows.map(({ id }) => id)
  const authorIds = [...new Set(rows.map(({ author_id: authorId }) => authorId))]
  const reports = await cases.listReportsOfCases(ctx, ids)
  const reporterIds = [...new Set(reports.map(({ reporterId }) => reporterId).filter(isKnown))]
  const claimedBy = rows.map(({ claimed_by: id }) => id).filter(isKnown)
  const [counts, decisions, against, people] = await Promise.all([
    cases.countReportsOfReporters(ctx, reporterIds),
    queries.listDecisionsOfCases(ctx, ids),
    queries.listDecisionsAgainst(ctx, authorIds),
    queries.listPeople(ctx, [...new Set([...authorIds, ...claimedBy])]),
  ])
  const personOf = new Map(people.map((person) => [person.id, person]))
  const countOf = new Map(counts.map((count) => [count.reporterId, count]))
  const assemble = async (row: CaseRow): Promise<ReportCase> => {
    const author = personOf.get(row.author_id)
    const claimer = row.claimed_by === null ? undefined : personOf.get(row.claimed_by)
    const current = await findSubject(ctx, row.kind, row.subject_id)
    const decision = row.decided_at === null ? undefined : decisions.findLast(({ caseId }) => caseId === row.id)
    return {
      id: row.id,
      kind: row.kind,
      subjectId: row.subject_id,
      path: row.path,
      title: row.title,
      content: row.content,
      current: current ? { title: current.title, content: current.content } : null,
      hiddenAt: row.hidden_at,
      author: {
        id: row.author_id,
        username: author?.username ?? 'Unknown User',
        isGuest: row.author_id === GUEST_ID,
        memberSince: author?.memberSince ?? row.created_at,
        level: author?.level ?? 1,
      },
      authorHistory: against
        .filter(({ authorId, caseId }) => authorId === row.author_id && caseId !== row.id && row.author_id !== GUEST_ID)
        .slice(0, HISTORY_MAX)
        .map(toDecision),
      reports: reports
        .filter(({ caseId }) => caseId === row.id)
        .map(({ id, reason, illegalKind, text, reporterId, username, createdAt }) => {
          const count = reporterId === null ? undefined : countOf.get(reporterId)
          return {
            id,
            reason,
            illegalKind,
            text,
            reporter: reporterId === null ? null : { id: reporterId, username: username ?? 'Unknown User' },
            reporterHistory: count ? { reports: count.reports, upheld: count.upheld } : null,
            createdAt,
          }
        }),
      dueAt: row.due_at,
      createdAt: row.created_at,
      claimedBy: claimer ? { id: claimer.id, username: claimer.username } : null,
      decision: decision ? toDecision(decision) : null,
    }
  }
  return Promise.all(rows.map(assemble))
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
