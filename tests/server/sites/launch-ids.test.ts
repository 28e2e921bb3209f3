/** Public launch ids reveal nothing about other launches. */
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadMigrations, openSite } from '#db/open-site.ts'
import { openTestEngine } from '#tests/support/test-site.ts'
import { MAIN_HOST, openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'

let installation: TestInstallation
beforeAll(async () => {
  installation = await openTestInstallation()
  await installation.start()
})
afterAll(() => installation.close())

const RANDOM = /^[\w-]{22}$/

test('a launch has a random 128-bit id, and its number is not accepted', async () => {
  const one = await installation.launch({ siteName: 'Fern Bank', content: 'empty' })
  const two = await installation.launch({ siteName: 'Fern Bank', content: 'empty' })
  for (const { body } of [one, two]) expect(body.id).toMatch(RANDOM)
  expect(two.body.id).not.toBe(one.body.id)
  for (const { number, body, text, headers } of [one, two]) {
    expect(text + JSON.stringify(headers)).not.toContain(String(number))
    const followed = await installation.ask(MAIN_HOST, `/api/deployment/${body.id}`)
    expect(followed.body).toMatchObject({ id: body.id, state: 'live' })
    for (const guess of [number, number + 1, String(number).padStart(22, '0')]) {
      const responses = ['', '/kit'].map((end) => installation.ask(MAIN_HOST, `/api/deployment/${guess}${end}?token=${body.token}`))
      expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([404, 404])
    }
  }
})

test('responses of a tenant site do not contain its number', async () => {
  const { host, number } = await installation.launch({ siteName: 'Bracken Row' })
  for (const path of ['/api/site', '/api/articles', '/api/claim', '/feed.xml', '/sitemap.xml', '/healthz', '/api/nowhere']) {
    const { text, headers } = await installation.ask(host, path)
    expect((text + JSON.stringify(headers)).includes(`copy_${number}`), path).toBe(false)
  }
})

test('the migration gives existing launches random ids, and a domain they were served on is due for its first check', async () => {
  const { engine, remove } = await openTestEngine({ isEmpty: true })
  const name = `test_${crypto.randomUUID().slice(0, 8)}`
  const all = await loadMigrations()
  const before = await openSite(
    engine,
    name,
    all.filter(([one]) => one < '0023'),
  )
  const at = new Date().toISOString()
  const row = { state: 'live' as const, config: '{}', name: 'Old', user_id: null, created_at: at, claim_until: at }
  const old = before as unknown as Kysely<{ launches: Record<string, string | null> }>
  for (const slug of ['old', 'older'])
    await old
      .insertInto('launches')
      .values({ ...row, slug, key_hash: slug, domain_name: slug === 'old' ? 'old.example' : null })
      .execute()
  await before.destroy()
  const db = await openSite(engine, name, all)
  const rows = await db.selectFrom('launches').selectAll().orderBy('id').execute()
  expect(rows.map(({ public_id: id }) => RANDOM.test(id))).toEqual([true, true])
  expect(new Set(rows.map(({ public_id: id }) => id)).size).toBe(2)
  expect(rows.map(({ wanted_domain, domain_name }) => [wanted_domain, domain_name])).toEqual([
    ['old.example', 'old.example'],
    [null, null],
  ])
  expect(rows[0]?.domain_token).toEqual(expect.stringMatching(RANDOM))
  expect(rows[0]?.domain_check_at !== null).toBe(true)
  await db.destroy()
  if (engine.name === 'postgres') await engine.drop(name)
  await engine.close()
  remove()
})
