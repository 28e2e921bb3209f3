// Daily on PostgreSQL too: keys are returned by a statement that is written otherwise there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { createDependencies, trackDependencies, writeWithoutInvalidation } from './query-dependencies.ts'

let sites: TestSites
beforeAll(async () => void (sites = await openTestSites({ content: 'empty' })))
afterAll(() => sites.close())

const db = () => sites.main.db
async function noted(work: () => Promise<unknown>) {
  const dependencies = createDependencies()
  await trackDependencies(dependencies, work)
  return { reads: [...dependencies.reads].toSorted(), writes: [...dependencies.writes].toSorted() }
}

test('a row that is added, changed or deleted is said by its keys, and nobody sees them in the result', async () => {
  const { id: user } = await makeUser(sites.main)
  const id = await makeTopic(sites.main, { userId: user })
  const { category_id: category } = await db().selectFrom('topics').select('category_id').where('id', '=', id).executeTakeFirstOrThrow()
  const own = ['topics', `topics:category_id=${category}`, `topics:id=${id}`, `topics:user_id=${user}`]
  let result: unknown
  const change = () => db().updateTable('topics').set({ title: 'Another' }).where('id', '=', id)
  expect((await noted(async () => void (result = await change().executeTakeFirst()))).writes).toEqual(own)
  expect(result).toMatchObject({ numUpdatedRows: 1n })
  expect((await noted(async () => void (result = await change().returning('title').execute()))).writes).toEqual(own)
  expect(result).toEqual([{ title: 'Another' }])
  expect((await noted(() => change().where('title', '=', 'Never').execute())).writes).toEqual([])
  expect(await noted(() => writeWithoutInvalidation(() => change().returning('title').execute()))).toEqual({ reads: [], writes: [] })
  // It belonged to another before, and nobody knows to whom.
  expect((await noted(() => db().updateTable('topics').set({ user_id: 1 }).where('id', '=', id).execute())).writes).toEqual([
    'topics',
    `topics:category_id=${category}`,
    `topics:id=${id}`,
    'topics:user_id=*',
    'topics:user_id=1',
  ])
  expect((await noted(async () => void (result = await db().deleteFrom('topics').where('id', '=', id).executeTakeFirst()))).writes).toEqual(
    own.with(3, 'topics:user_id=1'),
  )
  expect(result).toMatchObject({ numDeletedRows: 1n })
  const added = await noted(() => db().insertInto('settings').values({ key: 'tagline', value: '"x"' }).execute())
  expect(added.writes[0]).toBe('settings')
})

test('many rows at once are all rows', async () => {
  for (let n = 0; n < 3; n += 1) await makeTopic(sites.main)
  const rows = Array.from({ length: 101 }, (_, n) => ({ key: `visit ${n}`, expires_at: new Date(0).toISOString() }))
  await db().insertInto('visits').values(rows).execute()
  const few = await noted(() => db().updateTable('topics').set({ title: 'All' }).execute())
  expect(few.writes.filter((key) => key.startsWith('topics:id='))).toHaveLength(3)
  for (let n = 0; n < 98; n += 1) await makeTopic(sites.main)
  expect((await noted(() => db().updateTable('topics').set({ title: 'All' }).execute())).writes).toEqual(['topics', 'topics:*'])
})

test('what is read by a key depends on it, on rows nobody knows, and on what is joined by the result', async () => {
  const { id: user } = await makeUser(sites.main)
  const id = await makeTopic(sites.main, { userId: user })
  const read = () =>
    db()
      .selectFrom('topics as t')
      .leftJoin('users as u', 'u.id', 't.user_id')
      .select(['t.user_id as userId', 'u.username'])
      .where('t.id', '=', id)
      .execute()
  expect((await noted(read)).reads).toEqual(
    ['topics:*', `topics:id=${id}`, 'topics:id=*', 'users:*', `users:id=${user}`, 'users:id=*'].toSorted(),
  )
  expect((await noted(() => db().selectFrom('topics').select('id').execute())).reads).toEqual(['topics'])
})
