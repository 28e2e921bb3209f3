/**
 * Backup format: a ZIP with two entries per site and a list of checksums as the last entry, so that a truncated backup is detected.
 * `sites/main/rows.jsonl` has a line `["users",12]` before the rows of each table, with the last id that the table has generated;
 * `sites/main/files` has a line `{"path":…,"bytes":…}` before the bytes of each file.
 */
import { z } from '#platform/contract/zod.ts'

export const BACKUP_FORMAT = 'net-zero-backup'
export const BACKUP_VERSION = 1
export const LIST_FILE = 'backup.json'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Count = z.number().int().min(0)

export const SiteChecksums = z.object({
  /** Name of the last applied migration. */
  migration: z.string().max(100),
  tables: z.record(z.string(), z.object({ rows: Count, sum: Sha256 })),
  files: z.object({ count: Count, bytes: Count, sum: Sha256 }),
})
export type SiteChecksums = z.infer<typeof SiteChecksums>

export const BackupList = z.object({
  format: z.literal(BACKUP_FORMAT),
  version: z.number().int(),
  madeAt: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  sites: z.record(z.string().regex(/^(main|copy_\d+)$/), SiteChecksums),
  entries: z.record(z.string(), z.object({ bytes: Count, sha256: Sha256 })),
})
export type BackupList = z.infer<typeof BackupList>

export const getRowsEntryPath = (site: string): string => `sites/${site}/rows.jsonl`
export const getFilesEntryPath = (site: string): string => `sites/${site}/files`
