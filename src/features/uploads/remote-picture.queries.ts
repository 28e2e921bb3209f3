import type { Context } from '#platform/contract/context.ts'

type DbContext = Pick<Context, 'db'>

export interface RemotePictureRow {
  uploadName: string | null
  attempts: number
  error: string | null
  nextAttemptAt: string | null
}

export const findRemotePicture = ({ db }: DbContext, url: string): Promise<RemotePictureRow | undefined> =>
  db
    .selectFrom('remote_pictures')
    .select(['upload_name as uploadName', 'attempts', 'error', 'next_attempt_at as nextAttemptAt'])
    .where('url', '=', url)
    .executeTakeFirst()

export async function upsertRemotePicture({ db }: DbContext, url: string, row: RemotePictureRow, createdAt: string): Promise<void> {
  const values = { upload_name: row.uploadName, attempts: row.attempts, error: row.error, next_attempt_at: row.nextAttemptAt }
  await db
    .insertInto('remote_pictures')
    .values({ url, created_at: createdAt, ...values })
    .onConflict((oc) => oc.column('url').doUpdateSet(values))
    .execute()
}

/** Makes a picture due at once, unless it is already stored. */
export async function upsertPictureRequest({ db }: DbContext, url: string, requestedAt: string): Promise<void> {
  await db
    .insertInto('remote_pictures')
    .values({ url, created_at: requestedAt, upload_name: null, attempts: 0, error: null, next_attempt_at: requestedAt })
    .onConflict((oc) =>
      oc.column('url').doUpdateSet({ attempts: 0, next_attempt_at: requestedAt }).where('remote_pictures.upload_name', 'is', null),
    )
    .execute()
}

export async function deleteRemotePicturesBefore({ db }: DbContext, before: string): Promise<void> {
  await db.deleteFrom('remote_pictures').where('created_at', '<', before).execute()
}
