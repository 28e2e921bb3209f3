/** Reference values through the API: reading, editing and permissions. */
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

const read = async (key: string) => (await site.call(null, getReferenceValueEndpoint, { params: { key } })).body
const add = (id: number, overrides: object = {}, viewer: Viewer | null = admin) =>
  site.call(viewer, editing.addReferenceValueEndpoint, { params: { id }, body: newReferenceValueForm(overrides) })

describe('public endpoints', () => {
  test('list the values by nation and day, with missing ones as awaited', async () => {
    const { body, headers } = await site.call(null, listReferenceValuesEndpoint, { query: { nation: 'northern-ireland' } })
    const keys = (body as { key: string }[]).map(({ key }) => key)
    expect(headers['x-total-count']).toBe(String(keys.length))
    expect(keys).toContain('vat.energy-saving')
    expect(keys).not.toContain('cap.electricity')
    expect(keys).not.toContain('bus.air-to-water')
    const cap = (await site.call(null, listReferenceValuesEndpoint, { query: { nation: 'wales', on: '2026-11-23' } })).body.find(
      (one: { key: string }) => one.key === 'cap.electricity',
    )
    expect(cap).toMatchObject({ state: 'past', group: 'energy', current: { value: 26.11, validTo: '2026-09-30', certainty: 'A' } })
    expect(cap.awaited).toMatchObject({ value: null, validFrom: '2026-10-01' })
    expect(cap.next).toMatchObject({ value: null, validFrom: '2027-01-01' })
    const summer = (await site.call(null, listReferenceValuesEndpoint, { query: { on: '2026-05-01' } })).body
    expect(summer.find((one: { key: string }) => one.key === 'cap.electricity')).toMatchObject({
      state: 'in-force',
      current: { value: 24.67 },
    })
    expect(summer.find((one: { key: string }) => one.key === 'chargepoint.grant')).toMatchObject({ state: 'in-force', next: null })
  })

  test('return a key with all its periods, 404 for unknown keys and 400 for invalid filters', async () => {
    expect((await read('vat.energy-saving')).periods.map(({ value }: { value: number }) => value)).toEqual([0, 5])
    for (const key of ['no.such', 'Not-A-Key', 'a..b', '%00']) {
      const { status } = await site.call(null, getReferenceValueEndpoint, { params: { key } })
      expect(status, key).toBe(404)
    }
    for (const query of [{ nation: 'france' }, { on: 'today' }])
      expect((await site.call(null, listReferenceValuesEndpoint, { query })).status).toBe(400)
  })

  test('seeding again changes nothing', async () => {
    const before = (await site.call(null, listReferenceValuesEndpoint)).body.length
    await seedReferenceValues(site.ctx.db)
    expect((await site.call(null, listReferenceValuesEndpoint)).body.length).toBe(before)
  })
})

describe('adding a value', () => {
  test('replaces the old value from its first day and keeps the history', async () => {
    const { key, id } = await makeReferenceValue(site.ctx)
    const { status, body } = await add(id)
    expect(status).toBe(201)
    expect(body.attention).toBe('fine')
    expect((await read(key)).periods.map((one: object) => one)).toMatchObject([
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

  test('corrects the same period, and returns 400 if it would remove part of a later one', async () => {
    const { key, id } = await makeReferenceValue(site.ctx, { from: '2026-01-01', to: '2026-03-31', value: null, note: 'To come' })
    expect((await add(id, { validFrom: '2026-01-01', validTo: '2026-03-31', value: 3 })).status).toBe(201)
    expect((await add(id, { validFrom: '2026-04-01', validTo: '2026-06-30', value: 4 })).status).toBe(201)
    const { status, body } = await add(id, { validFrom: '2026-02-01', validTo: '2026-04-30', value: 9 })
    expect(status).toBe(400)
    expect(body.errors[0].path).toBe('validTo')
    expect((await read(key)).periods.map(({ value }: { value: number }) => value)).toEqual([3, 4])
  })

  test('reports invalid fields, and returns 404 for unknown ids', async () => {
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
      const { status, body } = await add(id, overrides)
      expect(status, path).toBe(400)
      expect(body.errors.map((one: { path: string }) => one.path)).toContain(path)
    }
    expect((await add(9_999_999)).status).toBe(404)
  })

  test('confirming a value stores the dates only, and returns 409 for superseded values', async () => {
    const { key, id } = await makeReferenceValue(site.ctx, { due: '2026-02-01' })
    const entry = (await site.call(admin, editing.getReferenceValueEntryEndpoint, { params: { id } })).body
    expect(entry.attention).toBe('due')
    const valueId = entry.values[0].id
    const check = { checkedOn: '2026-11-20', dueOn: '2099-02-20' }
    const done = await site.call(admin, editing.confirmReferenceValueEndpoint, { params: { id: valueId }, body: check })
    expect(done.status).toBe(200)
    expect(done.body.attention).toBe('fine')
    expect((await read(key)).current).toMatchObject({ value: 10, ...check })
    await add(id)
    const old = entry.values[0].id
    expect((await site.call(admin, editing.confirmReferenceValueEndpoint, { params: { id: old }, body: check })).status).toBe(409)
  })

  test('returns 401 to guests and 403 to members', async () => {
    const { id } = await makeReferenceValue(site.ctx)
    for (const [viewer, status] of [[null, 401] as const, [member, 403] as const]) {
      expect((await add(id, {}, viewer)).status).toBe(status)
      expect((await site.call(viewer, editing.listReferenceValueEntriesEndpoint)).status).toBe(status)
      expect((await site.call(viewer, editing.getReferenceValueEntryEndpoint, { params: { id } })).status).toBe(status)
      expect((await site.call(viewer, editing.listReferenceValueProblemsEndpoint)).status).toBe(status)
    }
  })

  test('the admin list is sorted by urgency, and filtered by search and attention', async () => {
    const { body } = await site.call(admin, editing.listReferenceValueEntriesEndpoint, { query: { perPage: 100 } })
    const order = ['missing', 'past', 'due', 'unconfirmed', 'fine']
    const seen = (body as { attention: string }[]).map(({ attention }) => order.indexOf(attention))
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    const found = (
      await site.call(admin, editing.listReferenceValueEntriesEndpoint, { query: { search: 'price cap', attention: 'missing' } })
    ).body
    expect(found.map(({ key }: { key: string }) => key)).toContain('cap.gas')
  })
})

test('feeds and the sitemap include reference values', async () => {
  const { key } = await makeReferenceValue(site.ctx, { label: 'Price of a test' })
  site.caches.invalidate(site.ctx.site.id, ['figures'])
  const feed = (await site.app.inject({ url: '/today/feed.json' })).json()
  expect(feed.items[0]).toMatchObject({ title: 'Price of a test: 10p a kWh', url: expect.stringContaining(`/today/${key}`) })
  expect((await site.app.inject({ url: '/today/feed.xml' })).statusCode).toBe(200)
  expect((await site.app.inject({ url: '/sitemaps/figures-1.xml' })).body).toContain(`/today/${key}</loc>`)
})
