/** Records of the operator's legal duties: drafts, signed versions and exports. */
import { endpoint, ReadVersion } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { DUTY_KEYS, REVIEW_MONTHS, SIGNATORY_MAX } from './duties.policy.ts'
import { TEXT_MAX } from './duty-question.policy.ts'

const DutyName = z.enum(DUTY_KEYS)
const ReviewMonths = z.literal(REVIEW_MONTHS)
const DutyParams = z.object({ duty: DutyName })
const VersionNumber = z.coerce.number().int().min(1).max(100_000)
/** Answers by name; a missing one is unchanged in a request, and empty in a response. */
const DutyAnswers = z.record(z.string().max(100), z.string().max(TEXT_MAX))

export const DutyFact = z.object({ key: z.string(), label: z.string(), value: z.string() })
export type DutyFact = z.infer<typeof DutyFact>

export const DutySignature = z.object({
  /** Number of the signed version, from 1 per duty. */
  number: z.number(),
  signedAt: z.string(),
  name: z.string(),
  role: z.string(),
  reviewMonths: ReviewMonths,
  reviewDueAt: z.string(),
})
export type DutySignature = z.infer<typeof DutySignature>

export const DutyStatus = z.enum(['not-started', 'draft', 'signed', 'review-due'])
export type DutyStatus = z.infer<typeof DutyStatus>

export const DutySummary = z.object({
  duty: DutyName,
  status: DutyStatus,
  /** The latest signed version. */
  signature: DutySignature.nullable(),
  hasDraft: z.boolean(),
  /** Sentences about what has changed on the site since the latest signature. */
  changes: z.array(z.string()),
})
export type DutySummary = z.infer<typeof DutySummary>

export const DutyDraft = z.object({
  /** Number that the version gets when it is signed. */
  number: z.number(),
  answers: DutyAnswers,
  reviewMonths: ReviewMonths,
  updatedAt: z.string(),
  version: z.number(),
})
export type DutyDraft = z.infer<typeof DutyDraft>

export const DutyDetail = DutySummary.extend({
  /** Facts about the site now. */
  facts: z.array(DutyFact),
  draft: DutyDraft.nullable(),
  /** Signed versions, newest first. */
  versions: z.array(DutySignature),
})
export type DutyDetail = z.infer<typeof DutyDetail>

/** A signed version, with the facts at the time of its signature. */
export const SignedDuty = DutySignature.extend({ duty: DutyName, answers: DutyAnswers, facts: z.array(DutyFact) })
export type SignedDuty = z.infer<typeof SignedDuty>

export const DutyDraftChange = z.object({
  answers: DutyAnswers.optional(),
  reviewMonths: ReviewMonths.optional(),
  version: ReadVersion,
})
export type DutyDraftChange = z.infer<typeof DutyDraftChange>

export const DutySigning = z.object({
  name: singleLine().min(1, 'Please enter a name').max(SIGNATORY_MAX, `At most ${SIGNATORY_MAX} characters`),
  role: singleLine().min(1, 'Please enter a role').max(SIGNATORY_MAX, `At most ${SIGNATORY_MAX} characters`),
  version: ReadVersion,
})
export type DutySigning = z.infer<typeof DutySigning>

export const listDutiesEndpoint = endpoint('GET /api/admin/duties', {
  summary: 'List the duties with the state of their records.',
  response: z.array(DutySummary),
  list: true,
  access: 'admin',
})
export const getDutyEndpoint = endpoint('GET /api/admin/duties/:duty', {
  summary: 'Get the draft, the signed versions and the current facts of a duty.',
  params: DutyParams,
  response: DutyDetail,
  access: 'admin',
})
export const startDutyEndpoint = endpoint('POST /api/admin/duties/:duty/draft', {
  summary: 'Start a draft from the last signed version, or from the facts about the site.',
  params: DutyParams,
  response: DutyDraft,
  extraStatuses: [200],
  access: 'admin',
})
export const changeDutyEndpoint = endpoint('PATCH /api/admin/duties/:duty/draft', {
  summary: 'Change answers of the draft; omitted ones stay.',
  params: DutyParams,
  body: DutyDraftChange,
  response: DutyDraft,
  extraStatuses: [409],
  maxBodyBytes: 512 * 1024,
  access: 'admin',
})
export const discardDutyEndpoint = endpoint('DELETE /api/admin/duties/:duty/draft', {
  summary: 'Delete the draft.',
  params: DutyParams,
  response: z.object({ ok: z.literal(true) }),
  access: 'admin',
})
export const signDutyEndpoint = endpoint('POST /api/admin/duties/:duty/signature', {
  summary: 'Sign the draft, which becomes an immutable version.',
  params: DutyParams,
  body: DutySigning,
  response: DutySignature,
  extraStatuses: [409],
  access: 'admin',
})
export const getSignedDutyEndpoint = endpoint('GET /api/admin/duties/:duty/versions/:number', {
  summary: 'Get a signed version.',
  params: DutyParams.extend({ number: VersionNumber }),
  response: SignedDuty,
  access: 'admin',
})

const ExportQuery = z.object({
  /** A signed version; by default the draft if there is one, otherwise the latest signed version. */
  number: VersionNumber.optional(),
})
const MARKDOWN = 'text/markdown; charset=utf-8'
const PDF = 'application/pdf'
export const exportDutyMarkdownEndpoint = endpoint('GET /api/admin/duties/:duty/markdown', {
  summary: 'Export a record as Markdown.',
  params: DutyParams,
  query: ExportQuery,
  response: z.string(),
  contentType: MARKDOWN,
  access: 'admin',
})
export const exportDutyPdfEndpoint = endpoint('GET /api/admin/duties/:duty/pdf', {
  summary: 'Export a record as a tagged PDF.',
  params: DutyParams,
  query: ExportQuery,
  response: z.any(),
  contentType: PDF,
  isCostly: true,
  access: 'admin',
})
export const exportDutyKitMarkdownEndpoint = endpoint('GET /api/admin/duty-kit/markdown', {
  summary: 'Export the records of all duties as Markdown.',
  response: z.string(),
  contentType: MARKDOWN,
  access: 'admin',
})
export const exportDutyKitPdfEndpoint = endpoint('GET /api/admin/duty-kit/pdf', {
  summary: 'Export the records of all duties as a tagged PDF.',
  response: z.any(),
  contentType: PDF,
  isCostly: true,
  access: 'admin',
})
