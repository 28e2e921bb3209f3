/** Tests reference values through the API: reading, editing and permissions. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAuditEndpoint } from '#features/audit/audit.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { seedReferenceValues } from './figure-seed.service.ts'
import { getReferenceValues } from './figure.service.ts'
import { getReferenceValueEndpoint, listReferenceValuesEndpoint } from './figure.contract.ts'
import * as editing from './editing/figure-editing.contract.ts'
import { makeReferenceValue, newReferenceValueForm } from './figure.factory.ts'

let site: TestSite
let admin: Viewer
let member: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  member = await makeUser(site.ctx)
})
afterAll(() => site.close())

const getReferenceValueByKey = async (key: string) => (await site.call(null, getReferenceValueEndpoint, { params: { key } })).body
const addValue = (id: number, overrides: object = {}, viewer: Viewer | null = admin) =>
  site.call(viewer, editing.addReferenceValueEndpoint, { params: { id }, body: newReferenceValueForm(overrides) })

describe('public endpoints', () => {
  test('list the values of a nation on a day; a period whose value is not published yet is in `awaited`', async () => {
    const { body, headers } = await site.call(null, listReferenceValuesEndpoint, { query: { nation: 'northern-ireland' } })
    const keys = (body as { key: string }[]).map(({ key }) => key)
    expect(headers['x-total-count']).toBe(String(keys.length))
    expect(keys).toContain('vat.energy-saving')
    expect(keys).not.toContain('cap.electricity')
    expect(keys).not.toContain('bus.air-to-water')
    const capForWales = (await site.call(null, listReferenceValuesEndpoint, { query: { nation: 'wales', on: '2027-01-15' } })).body.find(
      (summary: { key: string }) => summary.key === 'cap.electricity',
    )
    expect(capForWales).toMatchObject({ state: 'past', group: 'energy', current: { value: 26.32, validTo: '2026-12-31', certainty: 'A' } })
    expect(capForWales.awaited).toMatchObject({ value: null, validFrom: '2027-01-01' })
    expect(capForWales.next).toBeNull()
    const summer = (await site.call(null, listReferenceValuesEndpoint, { query: { on: '2026-05-01' } })).body
    expect(summer.find((summary: { key: string }) => summary.key === 'cap.electricity')).toMatchObject({
      state: 'in-force',
      current: { value: 24.67 },
    })
    expect(summer.find((summary: { key: string }) => summary.key === 'chargepoint.grant')).toMatchObject({ state: 'in-force', next: null })
  })

  test('return a key with all its periods, 404 for unknown keys and 400 for invalid filters', async () => {
    expect((await getReferenceValueByKey('vat.energy-saving')).periods.map(({ value }: { value: number }) => value)).toEqual([0, 5])
    for (const key of ['no.such', 'Not-A-Key', 'a..b', '%00']) {
      const { status } = await site.call(null, getReferenceValueEndpoint, { params: { key } })
      expect(status, key).toBe(404)
    }
    for (const query of [{ nation: 'france' }, { on: 'today' }])
      expect((await site.call(null, listReferenceValuesEndpoint, { query })).status).toBe(400)
  })
})

describe('adding a value', () => {
  test('replaces the old value from its first day and keeps the history', async () => {
    const { key, id } = await makeReferenceValue(site.ctx)
    const { status, body } = await addValue(id)
    expect(status).toBe(201)
    expect(body.attention).toBe('fine')
    expect((await getReferenceValueByKey(key)).periods.map((period: object) => period)).toMatchObject([
      { value: 10, validFrom: '2025-01-01', validTo: '2026-05-31' },
      { value: 12.5, validFrom: '2026-06-01', validTo: null },
    ])
    expect(body.values).toMatchObject([
      { value: 12.5, supersededAt: null, checkedBy: expect.any(String) },
      { value: 10, validTo: '2026-05-31', supersededAt: null },
      { value: 10, validTo: null, supersededAt: expect.any(String) },
    ])
    expect((await getReferenceValues(site.ctx, { on: '2026-05-31' })).find(key)?.value).toBe(10)
    expect((await getReferenceValues(site.ctx, { on: '2026-06-01', nation: 'wales' })).find(key)?.value).toBe(12.5)
    expect((await getReferenceValues(site.ctx, { nation: 'northern-ireland' })).find(key)).toBeUndefined()
    const [entry] = (await site.call(admin, listAuditEndpoint, { query: { subject: 'figure' } })).body
    expect(entry).toMatchObject({
      action: 'figure.edit',
      userId: admin.id,
      before: { value: 10 },
      after: { value: 12.5, sourceTitle: 'New table' },
    })
  })

  test('replaces a value with the same period, and returns 400 for a period that overlaps the end of an earlier and the start of a later one', async () => {
    const { key, id } = await makeReferenceValue(site.ctx, { from: '2026-01-01', to: '2026-03-31', value: null, note: 'To come' })
    expect((await addValue(id, { validFrom: '2026-01-01', validTo: '2026-03-31', value: 3 })).status).toBe(201)
    expect((await addValue(id, { validFrom: '2026-04-01', validTo: '2026-06-30', value: 4 })).status).toBe(201)
    const { status, body } = await addValue(id, { validFrom: '2026-02-01', validTo: '2026-04-30', value: 9 })
    expect(status).toBe(400)
    expect(body.errors[0].path).toBe('validTo')
    expect((await getReferenceValueByKey(key)).periods.map(({ value }: { value: number }) => value)).toEqual([3, 4])
  })

  test('returns 400 with the invalid field, and 404 for unknown ids', async () => {
    const { id } = await makeReferenceValue(site.ctx)
    const invalid: [object, string][] = [
      [{ value: 'x' }, 'value'],
      [{ low: 11 }, 'high'],
      [{ low: 13, high: 14 }, 'low'],
      [{ validTo: '2026-01-01' }, 'validTo'],
      [{ validFrom: '1 May' }, 'validFrom'],
      [{ sourceTitle: ' ' }, 'sourceTitle'],
      [{ sourceUrl: 'javascript:alert(1)' }, 'sourceUrl'],
      [{ checkedOn: '2999-01-01' }, 'checkedOn'],
      [{ dueOn: '2026-01-01' }, 'dueOn'],
      [{ nations: [] }, 'nations'],
      [{ certainty: 'D' }, 'certainty'],
      [{ value: null }, 'note'],
    ]
    for (const [overrides, path] of invalid) {
      const { status, body } = await addValue(id, overrides)
      expect(status, path).toBe(400)
      expect(body.errors.map((error: { path: string }) => error.path)).toContain(path)
    }
    expect((await addValue(9_999_999)).status).toBe(404)
  })
})

describe('confirming a value', () => {
  test('changes its dates only, and returns 409 for superseded values', async () => {
    const { key, id } = await makeReferenceValue(site.ctx, { due: '2026-02-01' })
    const entry = (await site.call(admin, editing.getReferenceValueEntryEndpoint, { params: { id } })).body
    expect(entry.attention).toBe('due')
    const valueId = entry.values[0].id
    const check = { checkedOn: '2026-11-20', dueOn: '2099-02-20' }
    const confirmed = await site.call(admin, editing.confirmReferenceValueEndpoint, { params: { id: valueId }, body: check })
    expect(confirmed.status).toBe(200)
    expect(confirmed.body.attention).toBe('fine')
    expect((await getReferenceValueByKey(key)).current).toMatchObject({ value: 10, ...check })
    await addValue(id)
    const supersededId = entry.values[0].id
    expect((await site.call(admin, editing.confirmReferenceValueEndpoint, { params: { id: supersededId }, body: check })).status).toBe(409)
  })
})

test('the admin endpoints return 401 to guests and 403 to members', async () => {
  const { id } = await makeReferenceValue(site.ctx)
  for (const [viewer, status] of [[null, 401] as const, [member, 403] as const]) {
    expect((await addValue(id, {}, viewer)).status).toBe(status)
    expect((await site.call(viewer, editing.listReferenceValueEntriesEndpoint)).status).toBe(status)
    expect((await site.call(viewer, editing.getReferenceValueEntryEndpoint, { params: { id } })).status).toBe(status)
    expect((await site.call(viewer, editing.listReferenceValueProblemsEndpoint)).status).toBe(status)
  }
})

test('the admin list is sorted by urgency, and filtered by search and attention', async () => {
  const { body } = await site.call(admin, editing.listReferenceValueEntriesEndpoint, { query: { perPage: 100 } })
  const order = ['missing', 'past', 'due', 'unconfirmed', 'fine']
  const ranks = (body as { attention: string }[]).map(({ attention }) => order.indexOf(attention))
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  const filteredEntries = (
    await site.call(admin, editing.listReferenceValueEntriesEndpoint, { query: { search: 'Boiler Upgrade Scheme', attention: 'missing' } })
  ).body
  expect(filteredEntries.map(({ key }: { key: string }) => key)).toContain('bus.epc')
})

test('seeding again changes nothing', async () => {
  const countBefore = (await site.call(null, listReferenceValuesEndpoint)).body.length
  await seedReferenceValues(site.ctx.db)
  expect((await site.call(null, listReferenceValuesEndpoint)).body.length).toBe(countBefore)
})

test('feeds and the sitemap include reference values', async () => {
  const { key } = await makeReferenceValue(site.ctx, { label: 'Price of a test' })
  site.caches.invalidate(site.ctx.site.id, ['figures'])
  const feed = (await site.app.inject({ url: '/today/feed.json' })).json()
  expect(feed.items[0]).toMatchObject({ title: 'Price of a test: 10p a kWh', url: expect.stringContaining(`/today/${key}`) })
  expect((await site.app.inject({ url: '/today/feed.xml' })).statusCode).toBe(200)
  expect((await site.app.inject({ url: '/sitemaps/figures-1.xml' })).body).toContain(`/today/${key}</loc>`)
})
