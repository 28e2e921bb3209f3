/** Which tables lie in an archive, in which order they come back, and what of them never leaves the site. */
import type { Tables } from '#db/tables.ts'
import { collectTables, type Feature } from '#platform/contract/feature.ts'
import type { ArchiveRow } from './archive.format.ts'

declare module '#platform/contract/feature.ts' {
  interface TableDeclaration {
    /** How it lies in an archive of the site, or why it lies in none. */
    archive: ArchivedTable | { never: string }
  }
}

export interface ArchivedTable {
  /** The columns that name a row. */
  key: readonly string[]
  /** A row as another installation can read it: what is sealed with this one's key is opened. */
  unseal?(row: ArchiveRow): ArchiveRow
  /** A row of which nothing starts to be sent by itself where it is imported. */
  withoutSchedule?(row: ArchiveRow): ArchiveRow
  /** A row as it is imported, and what the report of the import says of such rows. */
  onImport?(row: ArchiveRow): { row: ArchiveRow; report?: string }
  /** A row without what opens an account; undefined: not at all. */
  withoutPasswords?(row: ArchiveRow): ArchiveRow | undefined
}

export type TableName = keyof Tables

/** Archived tables by name; what others point to comes first. */
export interface ArchiveTables {
  archived: ReadonlyMap<TableName, ArchivedTable>
  /** Not in an archive. An import empties those of them that hung on the old accounts. */
  never: readonly TableName[]
}

export function collectArchiveTables(features: readonly Feature[]): ArchiveTables {
  const archived = new Map<TableName, ArchivedTable>()
  const never: TableName[] = []
  for (const { name, declaration } of collectTables(features)) {
    if ('key' in declaration.archive) archived.set(name, declaration.archive)
    else never.push(name)
  }
  return { archived, never }
}

/** A row as it goes out. Undefined: not at all. */
export function toArchivedRow(
  { withoutPasswords, withoutSchedule = (scheduled) => scheduled, unseal = (sealed) => sealed }: ArchivedTable,
  row: ArchiveRow,
  passwords: boolean,
): ArchiveRow | undefined {
  const unscheduled = withoutSchedule(row)
  return passwords || !withoutPasswords ? unseal(unscheduled) : withoutPasswords(unscheduled)
}
