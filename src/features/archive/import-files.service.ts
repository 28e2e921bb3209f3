/**
 * Replaces a site's files together with its rows. The folders are swapped last, inside the transaction of the rows; the old files stay next
 * to the new ones as `….before` until the commit. A marker row is inserted before the transaction, and deleted by it with all other rows:
 * while it exists, the old rows are valid, and the old files are restored. Every start and every import checks for the marker.
 */
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { forUpdate } from '#db/lock-row.ts'
import { removeStoredToken, replaceStoredToken } from '#features/accounts/passwords/token.service.ts'
import type { SiteDatabase } from '#db/tables.ts'

/** Marker row in `one_time_tokens`, a table that an import empties and no archive contains. */
const MARKER = 'an import is under way'
const NEVER_EXPIRES = '9999-12-31T23:59:59.999Z'

export const backupFolderOf = (folder: string): string => `${folder}.before`

/** Inserts the marker: the old rows are valid until a transaction that deletes it is committed. */
export async function markImportStarted(db: SiteDatabase): Promise<void> {
  await replaceStoredToken({ db }, 'import', MARKER, NEVER_EXPIRES)
}

export async function markImportFinished(db: SiteDatabase): Promise<void> {
  await removeStoredToken({ db }, MARKER)
}

/** Recovers from an interrupted import: keeps the files that match the committed rows. @param folder folder of the site's files */
export async function finishInterruptedImport(db: SiteDatabase, folder: string): Promise<void> {
  const backupFolder = backupFolderOf(folder)
  if (!existsSync(backupFolder)) return
  await db.transaction().execute(async (trx) => {
    // The lock waits for another process that is about to commit; after the commit the marker is gone.
    const marker = await trx
      .selectFrom('one_time_tokens as t')
      .select('t.token_hash')
      .where('t.token_hash', '=', MARKER)
      .modifyEnd(forUpdate(trx, 't'))
      .executeTakeFirst()
    if (!marker) return rm(backupFolder, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
    await rename(backupFolder, folder)
    await markImportFinished(trx)
  })
}
