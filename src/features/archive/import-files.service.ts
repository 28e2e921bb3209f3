/**
 * The files of a site change together with its rows. They change places last, inside the transaction of the rows; what was
 * there lies beside them as `….before` until that transaction is committed. Whether it was is told by a note among the
 * rows, made before the transaction, which takes it away with all the rest: while the note is there the rows are the old
 * ones, and they get their old files back. Every start and every import looks, before anything else.
 */
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { forUpdate } from '#db/lock-row.ts'
import { removeStoredToken, replaceStoredToken } from '#features/accounts/passwords/token.service.ts'
import type { SiteDatabase } from '#db/tables.ts'

/** In a table that is emptied by an import and in no archive. */
const NOTE = 'an import is under way'
const FOR_EVER = '9999-12-31T23:59:59.999Z'

export const backupFolderOf = (folder: string): string => `${folder}.before`

/** From here on the rows are the old ones, until a transaction that takes the note away is committed. */
export async function markImportStarted(db: SiteDatabase): Promise<void> {
  await replaceStoredToken({ db }, 'import', NOTE, FOR_EVER)
}

export async function markImportFinished(db: SiteDatabase): Promise<void> {
  await removeStoredToken({ db }, NOTE)
}

/** Puts right what an import left that was cut off: the files become those of the rows. @param folder of the site's files */
export async function finishInterruptedImport(db: SiteDatabase, folder: string): Promise<void> {
  const before = backupFolderOf(folder)
  if (!existsSync(before)) return
  await db.transaction().execute(async (trx) => {
    // Another process may be about to commit: then this waits, and the note is gone.
    const note = await trx
      .selectFrom('one_time_tokens as t')
      .select('t.token_hash')
      .where('t.token_hash', '=', NOTE)
      .modifyEnd(forUpdate(trx, 't'))
      .executeTakeFirst()
    if (!note) return rm(before, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
    await rename(before, folder)
    await markImportFinished(trx)
  })
}
