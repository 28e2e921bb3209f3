import { sql, type Generated, type Kysely } from 'kysely'
import { notNullFalseColumn } from '#db/columns.ts'

interface Tables {
  notices: { about: string; is_demo: Generated<boolean> }
  topics: { id: number; is_demo: boolean }
}

/** Adds to notices whether they are about demo content, which the list and the mails show. */
export async function up(db: Kysely<Tables>) {
  await db.schema.alterTable('notices').addColumn('is_demo', 'boolean', notNullFalseColumn).execute()
  await db
    .updateTable('notices')
    .set({ is_demo: true })
    .where('about', 'in', (eb) =>
      eb
        .selectFrom('topics')
        .select(sql<string>`'topic:' || topics.id`.as('about'))
        .where('topics.is_demo', '=', true),
    )
    .execute()
}
