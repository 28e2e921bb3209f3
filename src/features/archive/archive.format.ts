/** Defines the format of an archive's manifest. */
import { z } from '#platform/contract/zod.ts'

export const ARCHIVE_FORMAT = 'net-zero-site'
export const ARCHIVE_VERSION = 1
export const MANIFEST_FILE = 'archive.json'

export type ArchiveRow = Record<string, string | number | boolean | null>

export const Manifest = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.number().int(),
  migration: z.string().max(100),
  site: z.string(),
  exportedAt: z.string(),
  /** Whether password hashes and other credentials are included. */
  passwords: z.boolean(),
  /** Number of rows by table. */
  counts: z.record(z.string(), z.number()),
  files: z.record(z.string(), z.object({ bytes: z.number().int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
})
export type Manifest = z.infer<typeof Manifest>
