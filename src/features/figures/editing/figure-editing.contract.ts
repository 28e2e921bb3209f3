/** Defines the admin API of the reference values: attention, history, dependents and edits. */
import { endpoint, Id, Paging, SearchTerm } from '#platform/contract/endpoint.ts'
import { keysOf } from '#platform/client/typed-entries.client.ts'
import { z } from '#platform/contract/zod.ts'
import { REFERENCE_VALUE_ATTENTION } from '#features/figures/uses/figure-attention.policy.ts'
import { ReferenceValuePeriod, ReferenceValueSummary } from '#features/figures/figure.contract.ts'
import { createAmountSchema, ReferenceValueCheck, NewReferenceValue } from './new-figure-value.contract.ts'

export const ReferenceValueAttention = z.enum(keysOf(REFERENCE_VALUE_ATTENTION))

export const ReferenceValueEntry = ReferenceValueSummary.extend({
  id: z.number(),
  attention: ReferenceValueAttention,
  /** Name of the administrator who last checked the current value's source; `null` for seeded values. */
  checkedBy: z.string().nullable(),
})
export type ReferenceValueEntry = z.infer<typeof ReferenceValueEntry>

export const StoredReferenceValue = ReferenceValuePeriod.extend({
  id: z.number(),
  checkedBy: z.string().nullable(),
  createdAt: z.string(),
  /** Time at which another value replaced this one; `null` for current values. */
  supersededAt: z.string().nullable(),
})
export type StoredReferenceValue = z.infer<typeof StoredReferenceValue>

/** A condition in a text, before and after a change of a reference value. `null` means that a reference value in it is missing. */
export const ReferenceConditionPreview = z.object({
  condition: z.string(),
  holds: z.boolean().nullable(),
  holdsAfter: z.boolean().nullable(),
})
export const ReferenceValueUse = z.object({
  kind: z.enum(['tool', 'article', 'expert article', 'product', 'newsletter issue']),
  title: z.string(),
  /** URL path of the page that shows the text or the result. */
  path: z.string(),
  sentences: z.array(ReferenceConditionPreview),
  /** Messages about errors in the text, such as unknown keys. */
  problems: z.array(z.string()),
})
export type ReferenceValueUse = z.infer<typeof ReferenceValueUse>

export const ReferenceValueDetail = ReferenceValueEntry.extend({
  /** All values including superseded ones, latest period first. */
  values: z.array(StoredReferenceValue),
  uses: z.array(ReferenceValueUse),
})
export type ReferenceValueDetail = z.infer<typeof ReferenceValueDetail>

const adminOnly = { access: 'admin' } as const
const ById = z.object({ id: Id })
export const ReferenceValueEntryQuery = Paging.extend({ search: SearchTerm, attention: ReferenceValueAttention.optional() })
export type ReferenceValueEntryQuery = z.infer<typeof ReferenceValueEntryQuery>

export const listReferenceValueEntriesEndpoint = endpoint('GET /api/admin/figures', {
  ...adminOnly,
  summary: 'List the reference values for editing; missing, expired and due ones first.',
  query: ReferenceValueEntryQuery,
  response: z.array(ReferenceValueEntry),
  list: true,
})
export const getReferenceValueEntryEndpoint = endpoint('GET /api/admin/figures/:id', {
  ...adminOnly,
  summary: 'Get a reference value with its history and dependents.',
  params: ById,
  response: ReferenceValueDetail,
})
export const addReferenceValueEndpoint = endpoint('POST /api/admin/figures/:id/values', {
  ...adminOnly,
  summary: 'Add a value with its period and source. Replaced values stay in the history.',
  params: ById,
  body: NewReferenceValue,
  response: ReferenceValueDetail,
  extraStatuses: [409],
})
export const previewReferenceValueEndpoint = endpoint('POST /api/admin/figures/:id/effects', {
  ...adminOnly,
  summary: 'Preview what depends on a reference value and which conditions would change with this value. Nothing is stored.',
  params: ById,
  body: z.object({ value: createAmountSchema().nullable() }),
  response: z.object({ uses: z.array(ReferenceValueUse) }),
  status: 200,
  hasNoEffectOnReads: true,
})
export const listReferenceValueProblemsEndpoint = endpoint('GET /api/admin/figure-problems', {
  ...adminOnly,
  summary: 'List texts with a condition that is no longer true or an unknown reference value.',
  response: z.array(ReferenceValueUse),
  list: true,
})
export const confirmReferenceValueEndpoint = endpoint('POST /api/admin/figure-values/:id/check', {
  ...adminOnly,
  summary: 'Confirm that the source was checked and the value is unchanged.',
  params: ById,
  body: ReferenceValueCheck,
  response: ReferenceValueDetail,
  status: 200,
  extraStatuses: [409],
})
