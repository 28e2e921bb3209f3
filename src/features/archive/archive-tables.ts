/** Defines which tables an archive contains, in which order they are imported, and which values never leave the site. */
import type { Tables } from '#db/tables.ts'
import { collectTables, type Feature } from '#platform/contract/feature.ts'
import type { ArchiveRow } from './archive.format.ts'

declare module '#platform/contract/feature.ts' {
  interface TableDeclaration {
    /** How the table is archived, or the reason why it is not. */
    archive: ArchivedTable | { never: string }
  }
}

export interface ArchivedTable {
  /** Primary key columns. */
  key: readonly string[]
  /** Decrypts values that are encrypted with this installation's key, so that another one can read them. */
  unseal?(row: ArchiveRow): ArchiveRow
  /** Unschedules a row, so that the importing site does not start to send it. */
  withoutSchedule?(row: ArchiveRow): ArchiveRow
  /** Returns the row to import, and a sentence for the import report if it was changed. */
  onImport?(row: ArchiveRow): { row: ArchiveRow; report?: string }
  /** Removes credentials from a row; returns undefined to omit the row. */
  withoutPasswords?(row: ArchiveRow): ArchiveRow | undefined
}

export type TableName = keyof Tables

/** All tables, divided into those that are archived and those that never are. */
export interface ArchiveTables {
  /** Archived tables by name; referenced tables come before those that reference them. */
  archived: ReadonlyMap<TableName, ArchivedTable>
  /** Tables that are never archived. An import empties them, except those of the installation. */
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

/** Prepares a row for export. @returns undefined if the row is omitted */
export function toArchivedRow(
  { withoutPasswords, withoutSchedule = (scheduled) => scheduled, unseal = (sealed) => sealed }: ArchivedTable,
  row: ArchiveRow,
  includePasswords: boolean,
): ArchiveRow | undefined {
  const unscheduled = withoutSchedule(row)
  return includePasswords || !withoutPasswords ? unseal(unscheduled) : withoutPasswords(unscheduled)
}
