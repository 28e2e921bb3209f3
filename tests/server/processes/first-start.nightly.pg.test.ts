/** Processes that start at once on an empty PostgreSQL database: one creates and fills the site, the others wait, and all serve it. */
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { removeData, startServer } from '#tests/support/running-server.ts'

const database = `first_${crypto.randomUUID().slice(0, 8)}`
const url = new URL(inject('databaseUrl'))
const inDatabase = async (name: string, statement: string) => {
  const client = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: `/${name}` }).href })
  await client.connect()
  const { rows } = await client.query<{ n: number }>(statement)
  await client.end()
  return rows[0]?.n
}
beforeAll(() => inDatabase('postgres', `create database ${database}`))
afterAll(() => inDatabase('postgres', `drop database ${database} with (force)`))

test('all start, the content exists once, and one administrator is printed', async () => {
  const env = { DATABASE_URL: Object.assign(new URL(url), { pathname: `/${database}` }).href, SECRET_KEY: crypto.randomUUID() }
  const servers = await Promise.all([startServer(env), startServer(env), startServer(env)])
  const totals = await Promise.all(servers.map(async (server) => (await fetch(`${server.url}/api/articles`)).headers.get('x-total-count')))
  expect(new Set(totals).size).toBe(1)
  expect(servers.filter((server) => server.output().includes('First administrator created'))).toHaveLength(1)
  expect(await inDatabase(database, 'select count(*)::int as n from site_main.users where is_admin')).toBe(1)
  expect(await inDatabase(database, 'select count(distinct slug)::int - count(*)::int as n from site_main.articles')).toBe(0)
  for (const server of servers) {
    expect(await server.stop()).toBe(0)
    removeData(server.dataDir)
  }
})
