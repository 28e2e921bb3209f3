/** Concurrent edits: a stale save does not silently overwrite the first. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeArticleEndpoint, createArticleEndpoint } from '#features/articles/editing/article-editing.contract.ts'
import { changeEnquiryNotesEndpoint, getEnquiryEndpoint } from '#features/enquiries/handling/enquiry-handling.contract.ts'
import { changeTopicEndpoint } from '#features/forums/moderation/moderation.contract.ts'
import { postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { changeProductEndpoint, saveProductEndpoint } from '#features/products/editing/product-editing.contract.ts'
import { changeSettingsEndpoint, getSettingsEndpoint } from '#features/sites/site-settings.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { openTestSite, type CallResult, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  // Stores what the test site has in memory only, as the version is a checksum of all settings.
  await site.call(admin, changeSettingsEndpoint, { body: { newcomers: site.ctx.site.settings.newcomers } })
})
afterAll(() => site.close())

interface Kind {
  endpoint: Endpoint
  field: string
  create: () => Promise<CallResult>
}
const kinds: Record<string, Kind> = {
  article: {
    endpoint: changeArticleEndpoint,
    field: 'title',
    create: () => site.call(admin, createArticleEndpoint, { body: { title: 'Heat', content: 'Text', categoryId: 1, authorName: 'Kit' } }),
  },
  product: {
    endpoint: changeProductEndpoint,
    field: 'name',
    create: () =>
      site.call(admin, saveProductEndpoint, {
        body: { name: 'Pump', slug: `pump-${crypto.randomUUID()}`, description: 'A quiet heat pump.', categoryId: 1, price: '£10' },
      }),
  },
  topic: {
    endpoint: changeTopicEndpoint,
    field: 'title',
    create: () => site.call(admin, postTopicEndpoint, { body: { title: 'Heat', content: 'Text', categoryId: 1 } }),
  },
  'enquiry notes': {
    endpoint: changeEnquiryNotesEndpoint,
    field: 'notes',
    async create() {
      const contact = { name: 'Ada Lind', email: 'ada@example.org', phone: '', address: '', notes: null, customer_message: null }
      const about = { product_name: 'Pump', product_price: '£10', created_at: new Date().toISOString() }
      const { id } = await site.ctx.db
        .insertInto('enquiries')
        .values({ ...contact, ...about })
        .returning('id')
        .executeTakeFirstOrThrow()
      return site.call(admin, getEnquiryEndpoint, { params: { id } })
    },
  },
  settings: {
    endpoint: changeSettingsEndpoint,
    field: 'tagline',
    create: () => site.call(admin, getSettingsEndpoint),
  },
}

describe.each(Object.entries(kinds))('concurrent edits of %s', (_name, { endpoint, field, create }) => {
  const change = (id: number | undefined, text: string, version?: number) =>
    site.call(admin, endpoint, {
      ...(id ? { params: { id } } : {}),
      body: { [field]: text, ...(version === undefined ? {} : { version }) },
    })

  test('a stale change returns 409 with the stored state, and is accepted with its version', async () => {
    const { id, version } = (await create()).body
    const first = await change(id, 'Saved first', version)
    expect(first.status).toBe(200)
    expect(first.body.version).not.toBe(version)
    const stale = await change(id, 'Saved second', version)
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'version.stale', errors: [{ path: field }], current: { [field]: 'Saved first', version: first.body.version } },
    })
    const retried = await change(id, 'Saved second', stale.body.current.version)
    expect(retried).toMatchObject({ status: 200, body: { [field]: 'Saved second' } })
  })

  test('If-Match with the version rejects a stale change like the body does, and an invalid If-Match returns 400', async () => {
    const { id, version } = (await create()).body
    const send = (ifMatch: string, text: string) =>
      site.call(admin, endpoint, { ...(id ? { params: { id } } : {}), body: { [field]: text } }, { 'if-match': ifMatch })
    const first = await send(`"${version}"`, 'Matched')
    expect(first.status).toBe(200)
    expect(await send(`"${version}"`, 'Stale')).toMatchObject({ status: 409, body: { code: 'version.stale' } })
    expect(await send('*', 'Any version')).toMatchObject({ status: 200 })
    for (const wrong of ['W/"abc"', '"1", "2"', 'latest'])
      expect(await send(wrong, 'Wrong')).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
  })

  test('a change without a version is accepted', async () => {
    const { id } = (await create()).body
    await change(id, 'One text')
    expect((await change(id, 'Another text')).status).toBe(200)
  })
})
