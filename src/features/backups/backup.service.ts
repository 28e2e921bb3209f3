/** Backs up, restores and moves the whole installation. */
import type { InstallationReader } from '#db/whole-sites/installation-reader.ts'
import { openBackup } from './backup-reader.ts'
import type { BackupList } from './backup.format.ts'
import { writeBackup, type WrittenBackup } from './backup-writer.ts'
import { readInstallation, SiteGoneError } from './site-source.ts'
import { importInstallation, type OnSiteImported, type SiteTarget } from './site-target.ts'

/** A backup is attempted several times, because a site may be deleted while it is read. */
const MAX_ATTEMPTS = 3
const REPLACE_HINT = 'Use --replace to overwrite it; its current data will be deleted.'

export interface BackupSource {
  /** Opens a snapshot of the installation; called for each attempt. */
  openReader(): Promise<InstallationReader>
  /** All known tables; referenced tables come first. */
  tables: readonly string[]
  /** Tables that are left out, as they can be regenerated from others. */
  derived: ReadonlySet<string>
  /** Folder of a site's files, with SQLite. */
  filesFolderOf(site: string): string
}

/** Writes a backup. @returns the backup, and the tenant sites without a database, which it does not contain */
export async function backUpInstallation(
  backupSource: BackupSource,
  file: string,
): Promise<WrittenBackup & { missing: readonly string[] }> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === MAX_ATTEMPTS
    const reader = await backupSource.openReader()
    try {
      const source = await readInstallation(reader, backupSource, (site) => backupSource.filesFolderOf(site))
      try {
        if (source.missing.length > 0 && !isLast) continue
        return { ...(await writeBackup(source, file)), missing: source.missing }
      } finally {
        await source.close()
      }
    } catch (error) {
      if (isLast || !(error instanceof SiteGoneError)) throw error
    } finally {
      await reader.close()
    }
  }
}

/** Restores a backup. @throws Error with a message for the operator; existing sites are unchanged until all sites are imported */
export async function restoreInstallation(
  file: string,
  target: SiteTarget,
  canReplace: boolean,
  onSite: OnSiteImported,
): Promise<BackupList> {
  const backup = await openBackup(file)
  try {
    await importInstallation(target, backup, canReplace ? undefined : REPLACE_HINT, onSite)
    return backup.list
  } finally {
    backup.close()
  }
}

/**
 * Moves an installation to another engine without an intermediate file.
 * @param backupSource the installation to move, on which no server may be running
 * @returns the tenant sites without a database
 */
export async function moveInstallation(backupSource: BackupSource, target: SiteTarget, onSite: OnSiteImported): Promise<readonly string[]> {
  const reader = await backupSource.openReader()
  try {
    const source = await readInstallation(reader, backupSource, (site) => backupSource.filesFolderOf(site))
    try {
      await importInstallation(target, source, 'A move needs an empty database.', onSite)
      return source.missing
    } finally {
      await source.close()
    }
  } finally {
    await reader.close()
  }
}
