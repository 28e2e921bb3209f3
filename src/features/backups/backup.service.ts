/** Saves the whole installation in one file, and brings it back. */
import type { InstallationReader } from '#db/whole-sites/installation-reader.ts'
import { openBackup } from './backup-reader.ts'
import type { BackupList } from './backup.format.ts'
import { writeBackup, type WrittenBackup } from './backup-writer.ts'
import { readInstallation, SiteGoneError } from './site-source.ts'
import { importInstallation, type OnSiteBrought, type SiteTarget } from './site-target.ts'

/** A copy may be deleted while it is looked at; it is not likely to happen again and again. */
const ATTEMPTS = 3
const SAY_REPLACE = 'To put this one in its place, say --replace; what it holds now will be gone.'

export interface BackupSaving {
  /** Opened anew for each attempt: all of a backup is of one moment. */
  openReader(): Promise<InstallationReader>
  /** All tables that this program knows: what others point to comes first. */
  tables: readonly string[]
  /** Those of them that are made anew from the others, and left out. */
  derived: ReadonlySet<string>
  /** Where the files of a site lie with the embedded database. */
  filesFolderOf(site: string): string
}

/** @returns also the copies that the main site knows and that have no database: they are not in it */
export async function saveInstallation(saving: BackupSaving, file: string): Promise<WrittenBackup & { missing: readonly string[] }> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === ATTEMPTS
    const reader = await saving.openReader()
    try {
      const source = await readInstallation(reader, saving, (site) => saving.filesFolderOf(site))
      try {
        if (source.missing.length > 0 && !isLast) continue
        return { ...(await writeBackup(source, file)), missing: source.missing }
      } finally {
        await source.close()
      }
    } catch (fault) {
      if (isLast || !(fault instanceof SiteGoneError)) throw fault
    } finally {
      await reader.close()
    }
  }
}

/** @throws Error with a sentence; what was there is as it was, until all sites have been brought */
export async function restoreInstallation(file: string, target: SiteTarget, replaces: boolean, onSite: OnSiteBrought): Promise<BackupList> {
  const backup = await openBackup(file)
  try {
    await importInstallation(target, backup, replaces ? undefined : SAY_REPLACE, onSite)
    return backup.list
  } finally {
    backup.close()
  }
}

/** From one engine to another, without a file between. @param saving of an installation that nobody serves meanwhile */
export async function moveInstallation(saving: BackupSaving, target: SiteTarget, onSite: OnSiteBrought): Promise<readonly string[]> {
  const reader = await saving.openReader()
  try {
    const source = await readInstallation(reader, saving, (site) => saving.filesFolderOf(site))
    try {
      await importInstallation(target, source, 'A move needs an empty place.', onSite)
      return source.missing
    } finally {
      await source.close()
    }
  } finally {
    await reader.close()
  }
}
