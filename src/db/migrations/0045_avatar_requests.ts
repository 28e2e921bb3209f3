import { sql, type Kysely } from 'kysely'

interface Db {
  users: { avatar_url: string | null }
  remote_pictures: { url: string; upload_name: string | null }
}

/** Pictures of members are fetched only when an administrator requests them: attempts that members began end here. */
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
