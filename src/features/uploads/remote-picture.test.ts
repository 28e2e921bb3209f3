import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#app/features.ts'
import { saveProductEndpoint } from '#features/products/editing/product-editing.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { AppError } from '#platform/contract/errors.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { replaceRemotePictures, requestRemotePicture } from './remote-picture.service.ts'
import { fetchPictureEndpoint } from './upload.contract.ts'

/** A remote host, which records the requested paths. */
const requested: string[] = []
let isDown = false
let bytes = Buffer.alloc(0)
const remoteHost = createServer(({ url = '' }, response) => {
  requested.push(url)
  if (isDown || url.startsWith('/gone')) return void response.writeHead(404).end()
  if (url.startsWith('/page')) return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
  if (url.startsWith('/lie')) return void response.writeHead(200, { 'content-type': 'image/png' }).end('<svg onload="alert(1)"/>')
  response.writeHead(200, { 'content-type': 'image/png' }).end(bytes)
})
let host = ''
let site: TestSite
let admin: Viewer
let member: Viewer
beforeAll(async () => {
  bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#3a7d44' } })
    .png()
    .toBuffer()
  await new Promise<void>((resolve) => remoteHost.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${(remoteHost.address() as AddressInfo).port}`
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  member = await makeUser(site.ctx)
})
afterAll(async () => {
  await site.close()
  await new Promise((resolve) => remoteHost.close(resolve))
})

const isAllowed = () => true
const runJob = () => replaceRemotePictures(site.ctx, () => features, { isAllowed })
let made = 0
async function saveProduct(image: string): Promise<number> {
  const body = {
    name: `Kettle ${++made}`,
    slug: `kettle-${made}`,
    description: 'Boils water.',
    categoryId: 1,
    price: '£20',
    image,
    imageAlt: 'A kettle',
  }
  const response = await site.call(admin, saveProductEndpoint, { body: { ...body, isFeatured: false } })
  expect(response.status).toBe(201)
  return response.body.id
}
const imageOf = async (slug: string) =>
  (await site.ctx.db.selectFrom('products').select('image').where('slug', '=', slug).executeTakeFirstOrThrow()).image ?? ''

describe('remote pictures', () => {
  test('of products and members are fetched once and stored', async () => {
    await saveProduct(`${host}/one.png`)
    expect(await imageOf(`kettle-${made}`)).toBe(`${host}/one.png`)
    await site.ctx.db
      .updateTable('users')
      .set({ avatar_url: `${host}/one.png` })
      .where('id', '=', member.id)
      .execute()
    await requestRemotePicture(site.ctx, `${host}/one.png`)
    await runJob()
    expect(await imageOf(`kettle-${made}`)).toMatch(/^\/uploads\/[a-f0-9]+-300x200\.webp$/)
    const { avatar_url: avatar } = await site.ctx.db
      .selectFrom('users')
      .select('avatar_url')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow()
    expect(avatar).toBe(await imageOf(`kettle-${made}`))
    expect(requested).toEqual(['/one.png'])
    expect((await site.app.inject({ url: avatar ?? '' })).statusCode).toBe(200)
    await runJob()
    expect(requested).toEqual(['/one.png'])
  })

  test('that cannot be fetched are retried three times, and keep their URL', async () => {
    requested.length = 0
    isDown = true
    await saveProduct(`${host}/later.png`)
    await runJob()
    await runJob()
    expect(requested).toEqual(['/later.png'])
    const due = () =>
      site.ctx.db
        .updateTable('remote_pictures')
        .set({ next_attempt_at: new Date(0).toISOString() })
        .where('next_attempt_at', 'is not', null)
        .execute()
    for (let n = 0; n < 6; n++) {
      await due()
      await runJob()
    }
    expect(requested).toHaveLength(4)
    expect(await imageOf(`kettle-${made}`)).toBe(`${host}/later.png`)
    isDown = false
    await site.ctx.db.deleteFrom('remote_pictures').execute()
    await runJob()
    expect(await imageOf(`kettle-${made}`)).toMatch(/^\/uploads\//)
  })
})

describe('rejects', () => {
  test.each([
    ['a loopback URL', 'http://127.0.0.1/a.png', /not on the public internet/],
    ['a private network URL', 'http://10.0.0.1/a.png', /not on the public internet/],
    ['a URL that is not HTTP', 'ftp://example.org/a.png', /Must be a valid URL/],
  ])('%s', async (_, url, message) => {
    const response = await site.call(admin, fetchPictureEndpoint, { body: { url, alt: 'A kettle' } })
    expect(response.status).toBe(400)
    expect(response.body.errors).toEqual([{ path: 'url', message: expect.stringMatching(message) }])
  })

  test('a file that is not a picture stores nothing and does not change the URL, regardless of its content type', async () => {
    const uploadsBefore = await site.ctx.db.selectFrom('uploads').select('id').execute()
    for (const path of ['/page', '/lie', '/gone']) await saveProduct(`${host}${path}.png`)
    await runJob()
    for (const offset of [0, 1, 2]) expect(await getImage(`kettle-${productCount - offset}`)).toMatch(host)
    expect(await site.ctx.db.selectFrom('uploads').select('id').execute()).toEqual(uploadsBefore)
  })

  test('fetches above the quota, without a request to the host', async () => {
    requested.length = 0
    const full = Object.assign(Object.create(site.ctx.site.quotas ?? null), {
      countCall: async () => undefined,
      assertWithinQuota: () => Promise.reject(new AppError(507, 'site.quota_uploads', 'No room.')),
    })
    await saveProduct(`${host}/full.png`)
    await replaceRemotePictures({ ...site.ctx, site: { ...site.ctx.site, quotas: full } }, () => features, { isAllowed })
    expect(requested).toEqual([])
    expect(await imageOf(`kettle-${made}`)).toBe(`${host}/full.png`)
  })

  test('visitors and members', async () => {
    for (const [who, status] of [
      [null, 401],
      [member, 403],
    ] as const)
      expect((await site.call(who, fetchPictureEndpoint, { body: { url: `${host}/two.png`, alt: 'A kettle' } })).status).toBe(status)
  })
})

test('the content security policy allows no pictures of other hosts', async () => {
  const { headers } = await site.app.inject({ url: '/api/articles' })
  expect(headers['content-security-policy']).toMatch(/img-src 'self' data:;/)
})
