/** Bringing addresses from elsewhere, with the proof that their owners agreed, and how the list has grown. */
import { endpoint } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { z } from '#platform/contract/zod.ts'
import { MAX_COLUMNS } from './csv.policy.ts'
import { MAX_IMPORT_CHARACTERS, MAX_IMPORT_ROWS, SKIP_REASONS } from './import.policy.ts'

const column = z
  .number()
  .int()
  .min(0)
  .max(MAX_COLUMNS - 1)
export const ImportColumns = z.object({
  email: column,
  /** Where its owner agreed; null: the same for all, as said beside it. */
  source: column.nullable(),
  /** When its owner agreed; null: the same for all. */
  date: column.nullable(),
  /** Whether the address may get mail; null: the file does not say. */
  status: column.nullable().default(null),
})
export type ImportColumns = z.infer<typeof ImportColumns>

export const ImportSubscribers = z.object({
  text: z.string().min(1, 'Choose a file').max(MAX_IMPORT_CHARACTERS, 'The file is too large'),
  /** Which column is what; guessed from the first line when absent. */
  columns: ImportColumns.optional(),
  /** Where they agreed, for rows that do not say. */
  source: singleLine().max(200, 'At most 200 characters').optional(),
  /** The day on which they agreed, for rows that do not say. */
  date: z.iso.date('Choose a day').max(10).optional(),
  /** True: says what would happen, and does nothing. */
  isTrial: z.boolean(),
})
export type ImportSubscribers = z.infer<typeof ImportSubscribers>

export const ImportReport = z.object({
  /** False: the first line is data already; `headings` then numbers the columns. */
  hasHeadings: z.boolean(),
  /** Of the first line. */
  headings: z.array(z.string()),
  columns: ImportColumns,
  /** Below the first line. */
  rows: z.number(),
  added: z.number(),
  skipped: z.array(z.object({ reason: z.enum(SKIP_REASONS), count: z.number() })),
  /** The first of those that are skipped. */
  examples: z.array(z.object({ line: z.number(), email: z.string(), reason: z.enum(SKIP_REASONS) })),
})
export type ImportReport = z.infer<typeof ImportReport>

export const importSubscribersEndpoint = endpoint('POST /api/admin/newsletter/import', {
  summary: `Bring addresses from a CSV file with proof of consent, at most ${MAX_IMPORT_ROWS} rows. A trial says which would be skipped, and why.`,
  body: ImportSubscribers,
  response: ImportReport,
  status: 200,
  access: 'admin',
  isCostly: true,
  maxBodyBytes: 24 * 1024 * 1024,
})

export const GrowthWeek = z.object({
  /** Its first day. */
  from: z.string(),
  subscribed: z.number(),
  left: z.number(),
})
export type GrowthWeek = z.infer<typeof GrowthWeek>
export const newsletterGrowthEndpoint = endpoint('GET /api/admin/newsletter/growth', {
  summary: 'How many have subscribed and left in each of the last twelve weeks, the oldest first.',
  response: z.array(GrowthWeek),
  list: true,
  access: 'admin',
})
