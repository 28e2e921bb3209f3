import { sql, type Kysely } from 'kysely'

interface Db {
  users: { avatar_url: string | null }
  remote_pictures: { url: string; upload_name: string | null }
}

/** Members' pictures are fetched only at an administrator's request: cancels attempts that members started. */
export async function up(db: Kysely<never>) {
  const known = db as unknown as Kysely<Db>
  await known
    .deleteFrom('remote_pictures')
    .where('upload_name', 'is', null)
    .where(
      'url',
      'in',
      known
        .selectFrom('users')
        .select('avatar_url')
        .where(sql<boolean>`avatar_url like 'http%'`)
        .$castTo<{ avatar_url: string }>(),
    )
    .execute()
}
