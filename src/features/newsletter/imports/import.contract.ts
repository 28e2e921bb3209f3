/** Importing subscribers with proof of consent, and the weekly growth of the list. */
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
  /** Index of the column with the source of consent; null: the import's `source` applies to all rows. */
  source: column.nullable(),
  /** Index of the column with the date of consent; null: the import's `date` applies to all rows. */
  date: column.nullable(),
  /** Index of the column with the subscription status; null: there is none. */
  status: column.nullable().default(null),
})
export type ImportColumns = z.infer<typeof ImportColumns>

export const ImportSubscribers = z.object({
  text: z.string().min(1, 'Choose a file').max(MAX_IMPORT_CHARACTERS, 'The file is too large'),
  /** When absent, the columns are guessed from the first line. */
  columns: ImportColumns.optional(),
  /** Source of consent for rows that name none. */
  source: singleLine().max(200, 'At most 200 characters').optional(),
  /** Date of consent for rows that name none. */
  date: z.iso.date('Choose a day').max(10).optional(),
  /** Whether this is a dry run, which reports without importing. */
  isTrial: z.boolean(),
})
export type ImportSubscribers = z.infer<typeof ImportSubscribers>

export const ImportReport = z.object({
  /** False if the first line has data; `headings` is then `Column 1`, `Column 2` and so on. */
  hasHeadings: z.boolean(),
  headings: z.array(z.string()),
  columns: ImportColumns,
  /** Number of data rows. */
  rows: z.number(),
  added: z.number(),
  skipped: z.array(z.object({ reason: z.enum(SKIP_REASONS), count: z.number() })),
  /** The first skipped rows, at most 100. */
  examples: z.array(z.object({ line: z.number(), email: z.string(), reason: z.enum(SKIP_REASONS) })),
})
export type ImportReport = z.infer<typeof ImportReport>

export const importSubscribersEndpoint = endpoint('POST /api/admin/newsletter/import', {
  summary: `Import subscribers with proof of consent from CSV, at most ${MAX_IMPORT_ROWS} rows. With \`isTrial\` nothing is imported.`,
  body: ImportSubscribers,
  response: ImportReport,
  status: 200,
  access: 'admin',
  isCostly: true,
  maxBodyBytes: 24 * 1024 * 1024,
})

export const GrowthWeek = z.object({
  /** First day of the week: `2026-05-31`. */
  from: z.string(),
  subscribed: z.number(),
  left: z.number(),
})
export type GrowthWeek = z.infer<typeof GrowthWeek>
export const newsletterGrowthEndpoint = endpoint('GET /api/admin/newsletter/growth', {
  summary: 'Get new and ended subscriptions in each of the last twelve weeks, oldest first.',
  response: z.array(GrowthWeek),
  list: true,
  access: 'admin',
})
