// Daily on PostgreSQL too: statements are compiled and executed differently.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { createDependencies, trackDependencies, writeWithoutInvalidation } from './query-dependencies.ts'

let sites: TestSites
let user: number
let topic: number
let category: number | null
beforeAll(async () => void (sites = await openTestSites({ content: 'empty' })))
afterAll(() => sites.close())
beforeEach(async () => {
  user = (await makeUser(sites.main)).id
  topic = await makeTopic(sites.main, { userId: user })
  category = (await db().selectFrom('topics').select('category_id').where('id', '=', topic).executeTakeFirstOrThrow()).category_id
})

const db = () => sites.main.db
async function record(work: () => Promise<unknown>) {
  const dependencies = createDependencies()
  const result = await trackDependencies(dependencies, work)
  return { result, reads: [...dependencies.reads].toSorted(), writes: [...dependencies.writes].toSorted() }
}
const readsOf = async (query: { execute(): Promise<unknown> }) => (await record(() => query.execute())).reads
const writesOf = async (query: { execute(): Promise<unknown> }) => (await record(() => query.execute())).writes
const keysOf = (table: string, column: string, ...values: (number | string)[]) =>
  [`${table}:*`, `${table}:${column}=*`, ...values.map((value) => `${table}:${column}=${value}`)].toSorted()

const topics = () => db().selectFrom('topics')
const rename = () => db().updateTable('topics').set({ title: 'Another' }).where('id', '=', topic)
const keysOfTopic = () => ['topics', `topics:category_id=${category}`, `topics:id=${topic}`, `topics:user_id=${user}`]

test('updates, deletes and inserts record the keys of their rows', async () => {
  expect(await writesOf(rename())).toEqual(keysOfTopic())
  expect(await writesOf(rename().where('title', '=', 'Never'))).toEqual([])
  expect(await writesOf(db().deleteFrom('topics').where('id', '=', topic))).toEqual(keysOfTopic())
  const votes = db()
    .insertInto('votes')
    .values({ user_id: user, subject_type: 'topic', subject_id: 7, value: 1, created_at: new Date(0).toISOString() })
  expect(await writesOf(votes)).toEqual(['votes', 'votes:subject_id=7', `votes:user_id=${user}`])
  expect(await writesOf(votes.onConflict((oc) => oc.doNothing()))).toEqual([])
  expect(await writesOf(db().insertInto('settings').values({ key: 'tagline', value: '"x"' }))).toEqual(['settings', 'settings:*'])
})

test('results do not contain the keys that were added to `returning`', async () => {
  expect((await record(() => rename().executeTakeFirst())).result).toMatchObject({ numUpdatedRows: 1n })
  expect((await record(() => rename().returning('title').execute())).result).toEqual([{ title: 'Another' }])
  expect((await record(() => db().deleteFrom('topics').where('id', '=', topic).executeTakeFirst())).result).toMatchObject({
    numDeletedRows: 1n,
  })
})

test('setting a key column counts as a write of every value, in updates and upserts', async () => {
  const { id: otherUserId } = await makeUser(sites.main)
  const changed = [`topics:user_id=*`, `topics:user_id=${otherUserId}`]
  expect(await writesOf(db().updateTable('topics').set({ user_id: otherUserId }).where('id', '=', topic))).toEqual(
    expect.arrayContaining(changed),
  )
  const row = await topics().selectAll().where('id', '=', topic).executeTakeFirstOrThrow()
  const upsert = db()
    .insertInto('topics')
    .values(row)
    .onConflict((oc) => oc.column('id').doUpdateSet({ user_id: user }))
  expect(await writesOf(upsert)).toEqual([...keysOfTopic(), 'topics:user_id=*'].toSorted())
})

test('a write of more than 100 rows counts as a write of the whole table', async () => {
  for (let count = 0; count < 100; count += 1) await makeTopic(sites.main)
  expect(await writesOf(db().updateTable('topics').set({ title: 'All' }))).toEqual(['topics', 'topics:*'])
})

test('writes without invalidation are not recorded', async () => {
  expect(await record(() => writeWithoutInvalidation(() => rename().execute()))).toMatchObject({ reads: [], writes: [] })
})

test('raw SQL reads and writes all rows of the tables that it names', async () => {
  const quoted = sql.table(sites.engine.name === 'postgres' ? `site_${sites.main.id}.topics` : 'topics')
  expect((await record(() => sql`select count(*) from ${quoted}`.execute(db()))).reads).toEqual(['topics'])
  expect((await record(() => sql`update ${quoted} set views = 1 where id = ${topic}`.execute(db()))).writes).toEqual(['topics', 'topics:*'])
  const named = sql.raw(sites.engine.name === 'postgres' ? `"site_${sites.main.id}".topics` : 'topics')
  const exists = sql<boolean>`exists (select 1 from ${named} where views > 0)`
  expect(await readsOf(db().selectFrom('users').select('id').where(exists).where('id', '=', user))).toEqual([
    'topics',
    ...keysOf('users', 'id', user),
  ])
})

test('a read by a key column depends on the rows with that value', async () => {
  expect(await readsOf(topics().select('title').where('id', '=', topic).where('user_id', '=', user))).toEqual(keysOf('topics', 'id', topic))
  expect(await readsOf(topics().select('title').where('user_id', 'in', [user, 8]))).toEqual(keysOf('topics', 'user_id', user, 8))
})

test('every other read depends on the whole table', async () => {
  expect(await readsOf(topics().select('id'))).toEqual(['topics'])
  expect(await readsOf(topics().select('id').where('id', '>', topic))).toEqual(['topics'])
  expect(await readsOf(topics().select('id').where('title', '=', 'x'))).toEqual(['topics'])
  expect(
    await readsOf(
      topics()
        .select('id')
        .where((eb) => eb.or([eb('id', '=', topic), eb('title', '=', 'x')])),
    ),
  ).toEqual(['topics'])
  expect(
    await readsOf(
      topics()
        .select('id')
        .where(sql<boolean>`1 = 1 or 1 = 0`)
        .where('id', '=', topic),
    ),
  ).toEqual(['topics'])
  expect(await readsOf(topics().select('id').where('id', '=', topic).union(db().selectFrom('users').select('id')))).toEqual([
    'topics',
    'users',
  ])
  expect(
    await readsOf(
      db()
        .selectFrom(topics().select('id').where('id', '=', topic).as('found'))
        .select('id'),
    ),
  ).toEqual(['topics'])
})

test('a read by `id in (subquery)` depends on the rows of the subquery', async () => {
  const chosen = topics().select('id').where('user_id', '=', user).orderBy('title').limit(5)
  expect(await readsOf(topics().select('title').where('id', 'in', chosen))).toEqual(keysOf('topics', 'user_id', user))
  const voted = db().selectFrom('votes').select('subject_id as id').where('user_id', '=', user)
  expect(await readsOf(topics().select('title').where('id', 'in', voted))).toEqual(['topics', ...keysOf('votes', 'user_id', user)])
})

test('a read depends on the joined rows in the result, or on the whole joined table if it affects which rows are found', async () => {
  const joined = topics()
    .leftJoin('users as u', 'u.id', 'topics.user_id')
    .select(['topics.user_id as userId', 'u.username'])
    .where('topics.id', '=', topic)
  const ofTopic = keysOf('topics', 'id', topic)
  expect(await readsOf(joined)).toEqual([...ofTopic, ...keysOf('users', 'id', user)])
  const whole = [...ofTopic, 'users']
  expect(await readsOf(joined.where('u.level', '>=', 0))).toEqual(whole)
  expect(await readsOf(joined.orderBy('u.username').limit(1))).toEqual(whole)
  expect(await readsOf(joined.orderBy('username').limit(1))).toEqual(whole)
  expect(await readsOf(joined.clearSelect().select('u.username'))).toEqual(whole)
  expect(await readsOf(joined.clearSelect().select((eb) => eb.fn.count('u.username').as('count')))).toEqual(whole)
})
