import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { timestamp, notNullZeroColumn } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

type Launches = Kysely<{
  launches: {
    id: number
    public_id: string
    domain_name: string | null
    wanted_domain: string
    domain_token: string
    domain_check_at: string
  }
}>

export async function up(db: Kysely<never>, engine: EngineName) {
  // What strangers see of a launch: its number would tell how many there are, and lead to the others.
  await db.schema.alterTable('launches').addColumn('public_id', 'text').execute()

  // `domain_name` is from now on the name that has been proven; what was asked for stands beside it, and several may ask for one.
  for (const name of ['wanted_domain', 'domain_token', 'domain_problem'])
    await db.schema.alterTable('launches').addColumn(name, 'text').execute()
  for (const name of ['domain_checked_at', 'domain_check_at', 'domain_missing_since'])
    await db.schema.alterTable('launches').addColumn(name, timestamp(engine)).execute()
  await db.schema.alterTable('launches').addColumn('domain_failures', 'integer', notNullZeroColumn).execute()

  const launches = db as unknown as Launches
  const now = new Date().toISOString()
  for (const { id, domain_name: domain } of await launches.selectFrom('launches').select(['id', 'domain_name']).execute()) {
    // A name that counted before is asked about like any other: without a record it counts for a week more.
    const wanted = domain === null ? {} : { wanted_domain: domain, domain_token: newId(), domain_check_at: now }
    await launches
      .updateTable('launches')
      .set({ public_id: newId(), ...wanted })
      .where('id', '=', id)
      .execute()
  }
  await db.schema.createIndex('launches_public_id').on('launches').column('public_id').unique().execute()
  await db.schema.createIndex('launches_domain_check').on('launches').column('domain_check_at').execute()
}

const newId = () => randomBytes(16).toString('base64url')
