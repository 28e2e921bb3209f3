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
  // Public id: sequential ids would disclose the number of launches and make the others guessable.
  await db.schema.alterTable('launches').addColumn('public_id', 'text').execute()

  // `domain_name` is the verified domain from now on; `wanted_domain` is the requested one, which several sites may request.
  for (const name of ['wanted_domain', 'domain_token', 'domain_problem'])
    await db.schema.alterTable('launches').addColumn(name, 'text').execute()
  for (const name of ['domain_checked_at', 'domain_check_at', 'domain_missing_since'])
    await db.schema.alterTable('launches').addColumn(name, timestamp(engine)).execute()
  await db.schema.alterTable('launches').addColumn('domain_failures', 'integer', notNullZeroColumn).execute()

  const launches = db as unknown as Launches
  const now = new Date().toISOString()
  for (const { id, domain_name: domain } of await launches.selectFrom('launches').select(['id', 'domain_name']).execute()) {
    // Existing domains are checked like any other: without a record they are served for a week more.
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
