/** Declares the API of appeals against decisions. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, idInBody, Paging } from '#platform/contract/endpoint.ts'
import { APPEAL_TEXT_MAX, DECISION_TEXT_MAX } from '#features/reports/report-reason.policy.ts'
import { DecisionNotice, ReportCase, ReportDecision } from '#features/reports/decisions/decision.contract.ts'

export const NewAppeal = z
  .object({
    /** From a mail: `7~` and the key. */
    token: z
      .string()
      .regex(/^[1-9]\d{0,9}~[\w-]{43}$/)
      .optional(),
    /** Names the decision for signed-in members, in place of `token`. */
    decisionId: idInBody().optional(),
    text: z.string().trim().min(1, 'Please explain why the decision is wrong.').max(APPEAL_TEXT_MAX),
  })
  .refine(({ token, decisionId }) => (token === undefined) !== (decisionId === undefined), {
    path: ['decisionId'],
    message: 'Name the decision, or give the token from the mail.',
  })
export type NewAppeal = z.infer<typeof NewAppeal>
export const fileAppealEndpoint = endpoint('POST /api/appeals', {
  summary: 'Appeal against a decision. Author and reporters may each appeal once.',
  body: NewAppeal,
  response: DecisionNotice,
  extraStatuses: [401, 403, 409],
  rateLimit: { max: 10, minutes: 10 },
})

export const Appeal = z.object({
  id: z.number(),
  role: z.enum(['author', 'reporter']),
  /** Null for visitors. */
  username: z.string().nullable(),
  text: z.string(),
  dueAt: z.string(),
  createdAt: z.string(),
  outcome: z.enum(['upheld', 'overturned']).nullable(),
  outcomeText: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  decision: ReportDecision,
  case: ReportCase.pick({ id: true, kind: true, subjectId: true, path: true, title: true, content: true }),
})
export type Appeal = z.infer<typeof Appeal>
const admin = { access: 'admin' } as const
export const listAppealsEndpoint = endpoint('GET /api/admin/appeals', {
  ...admin,
  summary: 'List appeals: open ones by target time, or decided ones, newest first.',
  query: Paging.extend({ status: z.enum(['open', 'decided']).default('open') }),
  response: z.array(Appeal),
  list: true,
})
export const decideAppealEndpoint = endpoint('POST /api/admin/appeals/:id/decision', {
  ...admin,
  summary: 'Decide about an appeal. Another moderator than the one who made the decision must do it, unless there is none.',
  params: z.object({ id: Id }),
  body: z.object({
    outcome: z.enum(['upheld', 'overturned']),
    text: z.string().trim().min(1, 'Please explain the outcome.').max(DECISION_TEXT_MAX),
  }),
  response: Appeal,
  status: 200,
  extraStatuses: [403, 409],
})
