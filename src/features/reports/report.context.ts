/** Adds the tables of reports. */
import type { Generated } from 'kysely'
import type { Decision, DecisionReason, IllegalKind, QueueItemType, ReportKind, ReportReason } from './report-reason.policy.ts'

declare module '#db/tables.ts' {
  interface Tables {
    /** Everything reported about one subject until a decision. At most one open case per subject. */
    report_cases: {
      id: Generated<number>
      kind: ReportKind
      subject_id: number
      author_id: number
      /** Path of the subject's page. */
      path: string
      /** The subject as it was when it was first reported. */
      title: string
      content: string
      due_at: string
      created_at: string
      claimed_by: number | null
      claimed_at: string | null
      decided_at: string | null
      /** Time at which reports by trusted members hid the subject; it stays hidden until the decision. */
      hidden_at: Generated<string | null>
    }
    reports: {
      id: Generated<number>
      case_id: number
      reason: ReportReason
      illegal_kind: IllegalKind | null
      text: string | null
      /** Null for visitors, and after the reporter's account was closed. */
      reporter_id: number | null
      /** Email address of a visitor who wants to be informed of the decision. */
      email: string | null
      created_at: string
    }
    /** Rows are never changed, except that the erasure of a person empties `title` and `content`. */
    report_decisions: {
      id: Generated<number>
      case_id: number
      decision: Decision
      reason: DecisionReason
      text: string
      /** The subject as the moderator saw it. */
      title: string
      content: string
      restricted_until: string | null
      /** The trash item of a removed subject. */
      trash_id: number | null
      decided_by: number | null
      decided_at: string
    }
    appeals: {
      id: Generated<number>
      decision_id: number
      /** `author`, or `report:ID` for a reporter: each may appeal once. */
      party: string
      user_id: number | null
      text: string
      due_at: string
      created_at: string
      outcome: 'upheld' | 'overturned' | null
      outcome_text: string | null
      decided_by: number | null
      decided_at: string | null
    }
    /** Claims of items in the moderation queue. Those of reports are in `report_cases`. */
    queue_claims: { item: Exclude<QueueItemType, 'report'>; subject_id: number; claimed_by: number; claimed_at: string }
  }
}
