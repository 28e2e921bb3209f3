import { ALL_FEATURES_ON } from './features-on.policy.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAuditEndpoint } from '#features/audit/audit.contract.ts'
import { listTopicsEndpoint, postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { listProductsEndpoint } from '#features/products/product.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { upsertSetting } from './setting.queries.ts'
import { changeSettingsEndpoint, getSettingsEndpoint, type SiteSettingsForm } from './site-settings.contract.ts'
import { refreshSettings } from './site-settings.service.ts'
import { getSiteEndpoint } from './site.contract.ts'
import { loadSettings } from './site.service.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true, username: 'kit_m', displayName: 'Kit Marlow' })
})
afterAll(() => site.close())

const change = (body: Partial<SiteSettingsForm>, who: Viewer | null = admin) => site.call(who, changeSettingsEndpoint, { body })
const form = (body: object) => site.call(admin, changeSettingsEndpoint, { body })
const read = async () => (await site.call(admin, getSettingsEndpoint)).body

describe('works', () => {
  beforeEach(() => change({ features: ALL_FEATURES_ON, guestPosting: true }))

  test('only what is sent changes, at once and for good', async () => {
    const before = await read()
    await site.call(null, getSiteEndpoint)
    const { status, body } = await change({ name: 'Green Street', enquiryEmail: 'a@example.org, b@example.org' })
    expect([status, body]).toEqual([
      200,
      { ...before, name: 'Green Street', enquiryEmail: 'a@example.org, b@example.org', version: body.version },
    ])
    expect((await site.call(null, getSiteEndpoint)).body.name).toBe('Green Street')
    expect(await read()).toEqual(body)
    expect(await loadSettings(site.ctx.db)).toMatchObject({ name: 'Green Street', tagline: before.tagline })
  })

  test('visitors are told nothing of the addresses', async () => {
    const { body } = await site.call(null, getSiteEndpoint)
    expect(body).not.toHaveProperty('enquiryEmail')
    expect(body).not.toHaveProperty('adminSecondFactor')
  })

  test('the log says who changed what', async () => {
    const { tagline } = await read()
    await change({ tagline: 'Warm and dry', guestPosting: true })
    await change({ tagline: 'Warm and dry' })
    const { body } = await site.call(admin, listAuditEndpoint, { query: { subject: 'settings' } })
    expect(body[0]).toMatchObject({
      username: 'Kit Marlow (kit_m)',
      action: 'settings.edit',
      before: { tagline },
      after: { tagline: 'Warm and dry' },
    })
    expect(Object.keys(body[0].after)).toEqual(['tagline'])
    expect(body.filter(({ after }: { after: object }) => 'tagline' in after)).toHaveLength(1)
  })

  test('a feature that is switched off is gone, and comes back', async () => {
    await site.call(null, listTopicsEndpoint)
    await change({ features: { ...ALL_FEATURES_ON, forums: false, products: false } })
    expect((await site.call(null, listTopicsEndpoint)).status).toBe(404)
    expect((await site.call(null, listProductsEndpoint)).status).toBe(404)
    await change({ features: ALL_FEATURES_ON })
    expect((await site.call(null, listTopicsEndpoint)).status).toBe(200)
  })

  test('without guest posting a visitor is asked to sign in', async () => {
    await change({ guestPosting: false })
    expect((await site.call(null, postTopicEndpoint, { body: { title: 'x', content: 'y', categoryId: 1 } })).status).toBe(401)
  })

  test('what another process has set is learnt within seconds, where there can be another', async () => {
    await upsertSetting(site.ctx.db, 'name', 'Set elsewhere')
    const use = createDependencies()
    await trackDependencies(use, () => refreshSettings(site.ctx))
    const isShared = site.engine.name === 'postgres'
    expect((await read()).name === 'Set elsewhere').toBe(isShared)
    expect([...use.writes]).toEqual(isShared ? ['settings'] : [])
    const again = createDependencies()
    await trackDependencies(again, () => refreshSettings(site.ctx))
    expect(again.writes.size).toBe(0)
  })
})

describe('refuses bad input', () => {
  test.each([
    ['name', '  ', 'Please enter a name'],
    ['name', 'x'.repeat(61), 'Name must be at most 60 characters'],
    ['tagline', 'x'.repeat(81), 'At most 80 characters'],
    ['description', '', 'Please enter a description'],
    ['enquiryEmail', 'a@example.org, nonsense', 'Please enter email addresses with commas between them'],
    ['guestPosting', 'yes', undefined],
    ['features', { products: true }, undefined],
  ])('%s %s', async (path, value, message) => {
    const before = await read()
    const { status, body } = await form({ [path]: value })
    expect([status, body.errors[0].path.split('.')[0]]).toEqual([400, path])
    expect(body.errors[0]).toMatchObject(message === undefined ? {} : { message })
    expect(await read()).toEqual(before)
  })
  test('a tenant site does not take the name of its operator, and saves other settings while it has it', async () => {
    const { site: own } = site.ctx
    const earlier = own.settings.name
    own.operator = { name: 'Net Zero', abuseContact: undefined }
    for (const name of ['Net Zеro', 'net-zero', 'Net Zero Support']) {
      const { status, body } = await form({ name })
      expect([status, body.errors]).toEqual([400, [{ path: 'name', message: 'That name is reserved. Please choose another.' }]])
    }
    own.settings.name = 'Net Zero'
    expect((await form({ name: 'Net Zero', tagline: 'New' })).status).toBe(200)
    delete own.operator
    await form({ name: earlier })
  })

  test('what no administrator sets here stays', async () => {
    const before = await loadSettings(site.ctx.db)
    await form({ demoContent: true, filledAt: 'never', language: 'xx' })
    expect(await loadSettings(site.ctx.db)).toEqual(before)
  })
  test('nobody locks themselves out', async () => {
    const { status, body } = await change({ adminSecondFactor: true }, { ...admin, hasSecondFactor: false })
    expect([status, body.errors[0].path]).toEqual([400, 'adminSecondFactor'])
    expect((await change({ adminSecondFactor: true }, { ...admin, hasSecondFactor: true })).status).toBe(200)
    expect((await change({ adminSecondFactor: false }, { ...admin, hasSecondFactor: true })).body.adminSecondFactor).toBe(false)
  })
})

test('SEC-05 refuses strangers', async () => {
  const member = await makeUser(site.ctx)
  expect((await site.call(null, getSettingsEndpoint)).status).toBe(401)
  expect((await site.call(member, getSettingsEndpoint)).status).toBe(403)
  expect((await change({ name: 'Mine' }, null)).status).toBe(401)
  expect((await change({ name: 'Mine' }, member)).status).toBe(403)
  expect((await read()).name).not.toBe('Mine')
})
