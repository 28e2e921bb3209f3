import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { getCategoryEndpoint, listCategoriesEndpoint } from './category.contract.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite({ content: 'demo' })
})
afterAll(() => site.close())

test('API-CAT-01 ENT-11 CON-17 listCategoriesEndpoint returns six categories with fixed ids and their numbers of articles', async () => {
  const { body } = await site.call(null, listCategoriesEndpoint)
  expect(body.map(({ id, slug }: { id: number; slug: string }) => [id, slug])).toEqual([
    [1, 'electric-vehicles'],
    [2, 'solar-panels'],
    [3, 'battery-storage'],
    [4, 'home-efficiency'],
    [5, 'green-living'],
    [6, 'ev-chargers'],
  ])
  for (const category of body) expect(category.articleCount).toBeGreaterThan(0)
})

test('API-CAT-02 getCategoryEndpoint finds a category by slug and by id, and returns 404 for unknown ones', async () => {
  for (const slugOrId of ['battery-storage', '3']) {
    expect((await site.call(null, getCategoryEndpoint, { params: { slugOrId } })).body).toMatchObject({ id: 3, slug: 'battery-storage' })
  }
  expect((await site.call(null, getCategoryEndpoint, { params: { slugOrId: 'nowhere' } })).status).toBe(404)
  expect((await site.call(null, getCategoryEndpoint, { params: { slugOrId: '77' } })).status).toBe(404)
})
