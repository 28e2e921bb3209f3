/** The register as its editors see it: what is due, who checked what, what depends on a figure, and how it is changed. */
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
  /** Who looked at the source of what holds now; null for what came with the software. */
  checkedBy: z.string().nullable(),
})
export type FigureEntry = z.infer<typeof FigureEntry>

export const FigureValue = FigurePeriod.extend({
  id: z.number(),
  checkedBy: z.string().nullable(),
  createdAt: z.string(),
  /** Since when another value stands in its place; null for what stands. */
  supersededAt: z.string().nullable(),
})
export type FigureValue = z.infer<typeof FigureValue>

/** A sentence that is true only while a figure is what it is. Null: a figure in it is missing. */
export const FigureSentence = z.object({ condition: z.string(), holds: z.boolean().nullable(), holdsAfter: z.boolean().nullable() })
export const FigureUse = z.object({
  kind: z.enum(['tool', 'article', 'expert article', 'product', 'newsletter issue']),
  title: z.string(),
  /** Where it is read. */
  path: z.string(),
  sentences: z.array(FigureSentence),
  /** What its text names that is not there. */
  problems: z.array(z.string()),
})
export type FigureUse = z.infer<typeof FigureUse>

export const FigureDetail = FigureEntry.extend({
  /** All values, also those that were replaced, the latest period first. */
  values: z.array(FigureValue),
  uses: z.array(FigureUse),
})
export type FigureDetail = z.infer<typeof FigureDetail>

const ofAdmin = { access: 'admin' } as const
const ById = z.object({ id: Id })
export const FigureEntryQuery = Paging.extend({ search: SearchTerm, attention: FigureAttention.optional() })
export type FigureEntryQuery = z.infer<typeof FigureEntryQuery>

export const listFigureEntriesEndpoint = endpoint('GET /api/admin/figures', {
  ...ofAdmin,
  summary: 'The register for its editors: what is missing, past or due first.',
  query: FigureEntryQuery,
  response: z.array(FigureEntry),
  list: true,
})
export const getFigureEntryEndpoint = endpoint('GET /api/admin/figures/:id', {
  ...ofAdmin,
  summary: 'One figure with all its values, who checked them, and what depends on it.',
  params: ById,
  response: FigureDetail,
})
export const addFigureValueEndpoint = endpoint('POST /api/admin/figures/:id/values', {
  ...ofAdmin,
  summary: 'A new value with its period and its source. What it takes the place of is kept.',
  params: ById,
  body: NewFigureValue,
  response: FigureDetail,
  extraStatuses: [409],
})
export const previewFigureValueEndpoint = endpoint('POST /api/admin/figures/:id/effects', {
  ...ofAdmin,
  summary: 'What depends on a figure, and which sentences would hold no more, if it had this value. Nothing is stored.',
  params: ById,
  body: z.object({ value: figureAmount().nullable() }),
  response: z.object({ uses: z.array(FigureUse) }),
  status: 200,
  hasNoEffectOnReads: true,
})
export const listFigureProblemsEndpoint = endpoint('GET /api/admin/figure-problems', {
  ...ofAdmin,
  summary: 'Texts with a sentence that holds no more, or with a figure that is not there.',
  response: z.array(FigureUse),
  list: true,
})
export const checkFigureValueEndpoint = endpoint('POST /api/admin/figure-values/:id/check', {
  ...ofAdmin,
  summary: 'The source was looked at again, and says the same.',
  params: ById,
  body: FigureCheck,
  response: FigureDetail,
  status: 200,
  extraStatuses: [409],
})
