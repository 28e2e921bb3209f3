import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { ALL_FEATURES_ON } from './features-on.policy.ts'
import { defaultSiteDescription, defaultSiteTagline } from './default-texts.policy.ts'
import { upsertSetting } from './setting.queries.ts'
import { changeSettingsEndpoint } from './site-settings.contract.ts'
import { getSiteEndpoint } from './site.contract.ts'
import { loadSettings } from './site.service.ts'

const NAMES = ['products', 'articles', 'forums', 'expertAdvice', 'userAccounts'] as const
const ON = ALL_FEATURES_ON
const OFF = { products: false, articles: false, forums: false, expertAdvice: false, userAccounts: false }
const admin = { id: 1, isAdmin: true, hasSecondFactor: true }
/** All combinations of the five switches. */
const ALL = Array.from({ length: 2 ** NAMES.length }, (_, bits) =>
  Object.fromEntries(NAMES.map((name, at) => [name, (bits & (1 << at)) !== 0])),
) as (typeof ON)[]

test('default texts mention enabled features only, for all combinations of switches', () => {
  for (const features of ALL) {
    const words = `${defaultSiteDescription(features)} ${defaultSiteTagline(features)}`
    const mentions = (pattern: RegExp) => pattern.test(words)
    const label = JSON.stringify(features)
    expect(mentions(/forum|questions/i), label).toBe(features.forums)
    expect(mentions(/guides/i), label).toBe(features.articles)
    expect(mentions(/reviews/i), label).toBe(features.products && features.userAccounts)
    expect(!features.products && mentions(/catalogue|products/i), label).toBe(false)
    expect(!features.expertAdvice && mentions(/expert/i), label).toBe(false)
    expect(!features.userAccounts && mentions(/friendly|owners/i), label).toBe(false)
    expect(defaultSiteDescription(features)).toMatch(/^[A-Z].* and EV chargers\.$/)
    expect(defaultSiteDescription(features).length).toBeLessThan(300)
    expect(defaultSiteTagline(features).length).toBeLessThan(80)
  }
})

test('default texts are well-formed phrases', () => {
  expect(
    [ON, { ...ON, forums: false }, { ...OFF, articles: true }, OFF].map(
      (features) => defaultSiteDescription(features).split(' electric')[0],
    ),
  ).toEqual([
    'Independent guides, owners’ reviews and a friendly forum about',
    'Independent guides and owners’ reviews about',
    'Independent guides about',
    'Electric vehicles, solar panels, battery storage, home efficiency, green living and EV chargers.',
  ])
  expect(
    [ON, { ...ON, forums: false }, { ...ON, userAccounts: false }, { ...OFF, expertAdvice: true }, OFF].map(defaultSiteTagline),
  ).toEqual(['Guides, Reviews & Forum', 'Guides & Reviews', 'Guides, Products & Forum', 'Expert Advice', ''])
})

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
  await upsertSetting(site.ctx.db, 'region', 'uk')
  Object.assign(site.ctx.site.settings, await loadSettings(site.ctx.db))
})
afterAll(() => site.close())
const save = async (body: object) => (await site.call(admin, changeSettingsEndpoint, { body })).body
const getTexts = async () => {
  const { description, tagline } = (await site.call(null, getSiteEndpoint)).body
  return { description, tagline }
}

test('default texts follow the switches, also after saving the whole form, until an administrator changes them', async () => {
  const form = await save({ features: ON })
  expect(await getTexts()).toEqual({ description: defaultSiteDescription(ON), tagline: 'Guides, Reviews & Forum' })
  const { name, tagline, description, guestPosting } = form
  const withoutForums = { ...ON, forums: false }
  const saved = await save({ name, tagline, description, guestPosting, features: withoutForums })
  expect(saved.description).toBe(defaultSiteDescription(withoutForums))
  expect(await getTexts()).toEqual({ description: defaultSiteDescription(withoutForums), tagline: 'Guides & Reviews' })
  expect(await loadSettings(site.ctx.db)).toMatchObject({ description: defaultSiteDescription(withoutForums), tagline: 'Guides & Reviews' })

  await save({ description: 'For one street in Cork.', tagline: '' })
  await save({ features: ON })
  expect(await getTexts()).toEqual({ description: 'For one street in Cork.', tagline: '' })
})
