/** What lies in an archive, and in which order it comes back. */
import { z } from '#platform/zod.ts'
import type { Tables } from '#db/tables.ts'

export const FORMAT = 'net-zero-site'
export const VERSION = 1
export const MANIFEST = 'archive.json'

/** Never in an archive: what opens doors (tokens, and mails that hold them) and what belongs to the installation rather than the site. */
export const NEVER = ['sessions', 'one_time_tokens', 'sign_in_failures', 'mails', 'launches'] as const
export type ArchivedTable = Exclude<keyof Tables, (typeof NEVER)[number]>

/** Table → the columns that name a row. What others point to comes first. */
export const TABLES: Record<ArchivedTable, readonly string[]> = {
  settings: ['key'],
  categories: ['id'],
  users: ['id'],
  recovery_codes: ['user_id', 'code_hash'],
  badges: ['id'],
  user_badges: ['user_id', 'badge_id'],
  experts: ['id'],
  articles: ['id'],
  old_slugs: ['kind', 'slug'],
  gone_addresses: ['kind', 'key'],
  expert_articles: ['id'],
  products: ['id'],
  product_figures: ['product_id', 'key'],
  reviews: ['id'],
  topics: ['id'],
  replies: ['id'],
  enquiries: ['id'],
  subscribers: ['id'],
  point_entries: ['id'],
  votes: ['user_id', 'subject_type', 'subject_id'],
  trash: ['id'],
  audit_entries: ['id'],
  page_views: ['day', 'path'],
  page_visitors: ['day'],
  uploads: ['id'],
}
export const TABLE_NAMES = Object.keys(TABLES) as ArchivedTable[]

export type Row = Record<string, string | number | boolean | null>

/** A row as it goes out: without what opens an account, unless that was asked for. Undefined: not at all. */
export function rowToGo(table: ArchivedTable, row: Row, passwords: boolean): Row | undefined {
  if (passwords) return row
  if (table === 'recovery_codes') return undefined
  return table === 'users' ? { ...row, password_hash: null, totp_secret: null, totp_since: null } : row
}

export const Manifest = z.object({
  format: z.literal(FORMAT),
  version: z.number().int(),
  migration: z.string().max(100),
  site: z.string(),
  exportedAt: z.string(),
  passwords: z.boolean(),
  counts: z.record(z.string(), z.number()),
  files: z.record(z.string(), z.object({ bytes: z.number().int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
})
export type Manifest = z.infer<typeof Manifest>
