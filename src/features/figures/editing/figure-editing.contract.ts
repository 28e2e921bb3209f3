/** Admin API of the reference values: attention, history, dependents and edits. */
import { endpoint, Id, Paging, SearchTerm } from '#platform/contract/endpoint.ts'
import { keysOf } from '#platform/client/typed-entries.client.ts'
import { z } from '#platform/contract/zod.ts'
import { FIGURE_ATTENTION } from '#features/figures/uses/figure-attention.policy.ts'
import { FigurePeriod, RegisteredFigure } from '#features/figures/figure.contract.ts'
import { figureAmount, FigureCheck, NewFigureValue } from './new-figure-value.contract.ts'

export const FigureAttention = z.enum(keysOf(FIGURE_ATTENTION))

export const FigureEntry = RegisteredFigure.extend({
  id: z.number(),
  attention: FigureAttention,
  /** Administrator who checked the current value's source; `null` for seeded values. */
  checkedBy: z.string().nullable(),
})
export type FigureEntry = z.infer<typeof FigureEntry>

export const FigureValue = FigurePeriod.extend({
  id: z.number(),
  checkedBy: z.string().nullable(),
  createdAt: z.string(),
  /** When another value replaced it; `null` for current values. */
  supersededAt: z.string().nullable(),
})
export type FigureValue = z.infer<typeof FigureValue>

/** A condition in a text, before and after a change; `null` if a reference value in it is missing. */
export const FigureSentence = z.object({ condition: z.string(), holds: z.boolean().nullable(), holdsAfter: z.boolean().nullable() })
export const FigureUse = z.object({
  kind: z.enum(['tool', 'article', 'expert article', 'product', 'newsletter issue']),
  title: z.string(),
  /** URL path of the page on which it is shown. */
  path: z.string(),
  sentences: z.array(FigureSentence),
  /** Errors in the text, such as unknown keys. */
  problems: z.array(z.string()),
})
export type FigureUse = z.infer<typeof FigureUse>

export const FigureDetail = FigureEntry.extend({
  /** All values including superseded ones, latest period first. */
  values: z.array(FigureValue),
  uses: z.array(FigureUse),
})
export type FigureDetail = z.infer<typeof FigureDetail>

const adminOnly = { access: 'admin' } as const
const ById = z.object({ id: Id })
export const FigureEntryQuery = Paging.extend({ search: SearchTerm, attention: FigureAttention.optional() })
export type FigureEntryQuery = z.infer<typeof FigureEntryQuery>

export const listFigureEntriesEndpoint = endpoint('GET /api/admin/figures', {
  ...adminOnly,
  summary: 'List the reference values for editing; missing, expired and due ones first.',
  query: FigureEntryQuery,
  response: z.array(FigureEntry),
  list: true,
})
export const getFigureEntryEndpoint = endpoint('GET /api/admin/figures/:id', {
  ...adminOnly,
  summary: 'Get a reference value with its history and dependents.',
  params: ById,
  response: FigureDetail,
})
export const addFigureValueEndpoint = endpoint('POST /api/admin/figures/:id/values', {
  ...adminOnly,
  summary: 'Add a value with its period and source. Replaced values stay in the history.',
  params: ById,
  body: NewFigureValue,
  response: FigureDetail,
  extraStatuses: [409],
})
export const previewFigureValueEndpoint = endpoint('POST /api/admin/figures/:id/effects', {
  ...adminOnly,
  summary: 'Preview what depends on a reference value and which conditions would change with this value. Nothing is stored.',
  params: ById,
  body: z.object({ value: figureAmount().nullable() }),
  response: z.object({ uses: z.array(FigureUse) }),
  status: 200,
  hasNoEffectOnReads: true,
})
export const listFigureProblemsEndpoint = endpoint('GET /api/admin/figure-problems', {
  ...adminOnly,
  summary: 'List texts with a condition that no longer holds or an unknown reference value.',
  response: z.array(FigureUse),
  list: true,
})
export const checkFigureValueEndpoint = endpoint('POST /api/admin/figure-values/:id/check', {
  ...adminOnly,
  summary: 'Confirm that the source was checked and the value is unchanged.',
  params: ById,
  body: FigureCheck,
  response: FigureDetail,
  status: 200,
  extraStatuses: [409],
})
