import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Engine } from '#db/engine.ts'
import { openPostgres } from './postgres.ts'

type Db = Kysely<{ things: { id: number; name: string } }>
const site = `prepared_${crypto.randomUUID().slice(0, 8)}`
let engine: Engine
let db: Db
beforeAll(async () => {
  // One connection, so that pg_prepared_statements lists all of them.
  engine = await openPostgres(inject('databaseUrl'), { connections: 1 })
  db = (await engine.connect(site)) as unknown as Db
  await db.schema
    .createTable('things')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('name', 'text')
    .execute()
  await db.insertInto('things').values({ id: 1, name: 'one' }).execute()
})
afterAll(async () => {
  await engine.drop(site)
  await engine.close()
})

const find = () => db.selectFrom('things').select(['id', 'name']).where('id', '=', 1).execute()
const prepared = async () => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  return rows.map(({ statement }) => statement).filter((statement) => statement.includes(site))
}

test('repeated statements are prepared, except lists and `select *`', async () => {
  for (let turn = 0; turn < 10; turn += 1) {
    await find()
    await db.selectFrom('things').selectAll().where('id', '=', 1).execute()
    await db.selectFrom('things').select('id').where('id', '>', turn).orderBy('id').execute()
  }
  expect(await prepared()).toEqual([`select "id", "name" from "${site.replace(/^/, 'site_')}"."things" where "id" = $1`])
})

test('after a schema change by another process at most one statement fails', async () => {
  for (let turn = 0; turn < 10; turn += 1) await find()
  await db.schema.alterTable('things').addColumn('added', 'text').execute()
  expect(await find()).toEqual([{ id: 1, name: 'one' }])
  await sql`alter table ${sql.table(`site_${site}.things`)} alter column name type varchar(20)`.execute(db)
  await find().catch(() => undefined)
  expect(await find()).toEqual([{ id: 1, name: 'one' }])
})

test('several statements in one string return the result of the first', async () => {
  const { rows } = await sql.raw<{ n: number }>('select 1 as n; select 2 as n').execute(db)
  expect(rows).toEqual([{ n: 1 }])
})
