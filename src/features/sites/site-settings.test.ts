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
const changeUnchecked = (body: object) => site.call(admin, changeSettingsEndpoint, { body })
const readSettings = async () => (await site.call(admin, getSettingsEndpoint)).body

describe('changing settings', () => {
  beforeEach(() => change({ features: ALL_FEATURES_ON, guestPosting: true }))

  test('changes only the submitted settings, at once and permanently', async () => {
    const settingsBefore = await readSettings()
    await site.call(null, getSiteEndpoint)
    const { status, body } = await change({ name: 'Green Street', enquiryEmail: 'a@example.org, b@example.org' })
    expect(status).toBe(200)
    expect(body).toEqual({ ...settingsBefore, name: 'Green Street', enquiryEmail: 'a@example.org, b@example.org', version: body.version })
    expect((await site.call(null, getSiteEndpoint)).body.name).toBe('Green Street')
    expect(await readSettings()).toEqual(body)
    expect(await loadSettings(site.ctx.db)).toMatchObject({ name: 'Green Street', tagline: settingsBefore.tagline })
  })

  test('records actor and changed settings in the audit log', async () => {
    const { tagline } = await readSettings()
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

  test('disables and enables the endpoints of a feature', async () => {
    await site.call(null, listTopicsEndpoint)
    await change({ features: { ...ALL_FEATURES_ON, forums: false, products: false } })
    expect((await site.call(null, listTopicsEndpoint)).status).toBe(404)
    expect((await site.call(null, listProductsEndpoint)).status).toBe(404)
    await change({ features: ALL_FEATURES_ON })
    expect((await site.call(null, listTopicsEndpoint)).status).toBe(200)
  })

  test('ignores unknown keys', async () => {
    const settingsBefore = await loadSettings(site.ctx.db)
    await changeUnchecked({ demoContent: true, filledAt: 'never', language: 'xx' })
    expect(await loadSettings(site.ctx.db)).toEqual(settingsBefore)
  })

  test('posting a topic as a visitor returns 401 if guest posting is off', async () => {
    await change({ guestPosting: false })
    expect((await site.call(null, postTopicEndpoint, { body: { title: 'x', content: 'y', categoryId: 1 } })).status).toBe(401)
  })

  test('refreshSettings loads changes of other processes on PostgreSQL only', async () => {
    await upsertSetting(site.ctx.db, 'name', 'Set elsewhere')
    const dependencies = createDependencies()
    await trackDependencies(dependencies, () => refreshSettings(site.ctx))
    const isDatabaseShared = site.engine.name === 'postgres'
    expect((await readSettings()).name === 'Set elsewhere').toBe(isDatabaseShared)
    expect([...dependencies.writes]).toEqual(isDatabaseShared ? ['settings'] : [])
    const again = createDependencies()
    await trackDependencies(again, () => refreshSettings(site.ctx))
    expect(again.writes.size).toBe(0)
  })
})

test('getSite omits email addresses and security settings for visitors', async () => {
  const { body } = await site.call(null, getSiteEndpoint)
  expect(body).not.toHaveProperty('enquiryEmail')
  expect(body).not.toHaveProperty('adminSecondFactor')
})

describe('invalid settings', () => {
  test.each([
    ['name', '  ', 'Please enter a name'],
    ['name', 'x'.repeat(61), 'Name must be at most 60 characters'],
    ['tagline', 'x'.repeat(81), 'At most 80 characters'],
    ['description', '', 'Please enter a description'],
    ['enquiryEmail', 'a@example.org, nonsense', 'Please enter email addresses with commas between them'],
    ['guestPosting', 'yes', undefined],
    ['features', { products: true }, undefined],
  ])('changing %s to %j returns 400 and changes nothing', async (path, value, message) => {
    const settingsBefore = await readSettings()
    const { status, body } = await changeUnchecked({ [path]: value })
    expect(status).toBe(400)
    expect(body.errors[0].path.split('.')[0]).toBe(path)
    expect(body.errors[0]).toMatchObject(message === undefined ? {} : { message })
    expect(await readSettings()).toEqual(settingsBefore)
  })
  test("a name that resembles the operator's is rejected; a site that already has one can change other settings", async () => {
    const { site: ownSite } = site.ctx
    const originalName = ownSite.settings.name
    ownSite.operator = { name: 'Net Zero', abuseContact: undefined }
    for (const name of ['Net Zеro', 'net-zero', 'Net Zero Support']) {
      const { status, body } = await changeUnchecked({ name })
      expect(status, name).toBe(400)
      expect(body.errors, name).toEqual([{ path: 'name', message: 'That name is reserved. Please choose another.' }])
    }
    ownSite.settings.name = 'Net Zero'
    expect((await changeUnchecked({ name: 'Net Zero', tagline: 'New' })).status).toBe(200)
    delete ownSite.operator
    await changeUnchecked({ name: originalName })
  })

  test('an administrator without a second factor cannot require one', async () => {
    const { status, body } = await change({ adminSecondFactor: true }, { ...admin, hasSecondFactor: false })
    expect(status).toBe(400)
    expect(body.errors[0].path).toBe('adminSecondFactor')
    expect((await change({ adminSecondFactor: true }, { ...admin, hasSecondFactor: true })).status).toBe(200)
    expect((await change({ adminSecondFactor: false }, { ...admin, hasSecondFactor: true })).body.adminSecondFactor).toBe(false)
  })
})

test('SEC-05 settings require an administrator', async () => {
  const member = await makeUser(site.ctx)
  expect((await site.call(null, getSettingsEndpoint)).status).toBe(401)
  expect((await site.call(member, getSettingsEndpoint)).status).toBe(403)
  expect((await change({ name: 'Mine' }, null)).status).toBe(401)
  expect((await change({ name: 'Mine' }, member)).status).toBe(403)
  expect((await readSettings()).name).not.toBe('Mine')
})
