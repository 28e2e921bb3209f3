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

/** The paths that were requested from the remote host. */
const requestedPaths: string[] = []
let isDown = false
let pictureBytes = Buffer.alloc(0)
const remoteHost = createServer(({ url = '' }, response) => {
  requestedPaths.push(url)
  if (isDown || url.startsWith('/gone')) return void response.writeHead(404).end()
  if (url.startsWith('/page')) return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
  if (url.startsWith('/lie')) return void response.writeHead(200, { 'content-type': 'image/png' }).end('<svg onload="alert(1)"/>')
  response.writeHead(200, { 'content-type': 'image/png' }).end(pictureBytes)
})
let host = ''
let site: TestSite
let admin: Viewer
let member: Viewer
beforeAll(async () => {
  pictureBytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#3a7d44' } })
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
let productCount = 0
async function saveProduct(image: string): Promise<number> {
  const body = {
    name: `Kettle ${++productCount}`,
    slug: `kettle-${productCount}`,
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
const getImage = async (slug: string) =>
  (await site.ctx.db.selectFrom('products').select('image').where('slug', '=', slug).executeTakeFirstOrThrow()).image ?? ''

describe('remote pictures', () => {
  test('of products and members are fetched once, stored, and referenced by their new path', async () => {
    await saveProduct(`${host}/one.png`)
    expect(await getImage(`kettle-${productCount}`)).toBe(`${host}/one.png`)
    await site.ctx.db
      .updateTable('users')
      .set({ avatar_url: `${host}/one.png` })
      .where('id', '=', member.id)
      .execute()
    await requestRemotePicture(site.ctx, `${host}/one.png`)
    await runJob()
    expect(await getImage(`kettle-${productCount}`)).toMatch(/^\/uploads\/[a-f0-9]+-300x200\.webp$/)
    const { avatar_url: avatar } = await site.ctx.db
      .selectFrom('users')
      .select('avatar_url')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow()
    expect(avatar).toBe(await getImage(`kettle-${productCount}`))
    expect(requestedPaths).toEqual(['/one.png'])
    expect((await site.app.inject({ url: avatar ?? '' })).statusCode).toBe(200)
    await runJob()
    expect(requestedPaths).toEqual(['/one.png'])
  })

  test('that cannot be fetched are retried three times, and their URL does not change', async () => {
    requestedPaths.length = 0
    isDown = true
    await saveProduct(`${host}/later.png`)
    await runJob()
    await runJob()
    expect(requestedPaths).toEqual(['/later.png'])
    const makeAllDue = () =>
      site.ctx.db
        .updateTable('remote_pictures')
        .set({ next_attempt_at: new Date(0).toISOString() })
        .where('next_attempt_at', 'is not', null)
        .execute()
    for (let n = 0; n < 6; n++) {
      await makeAllDue()
      await runJob()
    }
    expect(requestedPaths).toHaveLength(4)
    expect(await getImage(`kettle-${productCount}`)).toBe(`${host}/later.png`)
    isDown = false
    await site.ctx.db.deleteFrom('remote_pictures').execute()
    await runJob()
    expect(await getImage(`kettle-${productCount}`)).toMatch(/^\/uploads\//)
  })
})

describe('fetching', () => {
  test.each([
    ['a loopback URL', 'http://127.0.0.1/a.png', /not on the public internet/],
    ['a private network URL', 'http://10.0.0.1/a.png', /not on the public internet/],
    ['a URL that is not HTTP', 'ftp://example.org/a.png', /Must be a valid URL/],
  ])('%s returns 400', async (_, url, message) => {
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

  test('over the quota sends no request to the host and does not change the URL', async () => {
    requestedPaths.length = 0
    const exceededQuotas = Object.assign(Object.create(site.ctx.site.quotas ?? null), {
      countCall: async () => undefined,
      assertWithinQuota: () => Promise.reject(new AppError(507, 'site.quota_uploads', 'No room.')),
    })
    await saveProduct(`${host}/full.png`)
    await replaceRemotePictures({ ...site.ctx, site: { ...site.ctx.site, quotas: exceededQuotas } }, () => features, { isAllowed })
    expect(requestedPaths).toEqual([])
    expect(await getImage(`kettle-${productCount}`)).toBe(`${host}/full.png`)
  })

  test('returns 401 for visitors and 403 for members', async () => {
    for (const [viewer, status] of [
      [null, 401],
      [member, 403],
    ] as const)
      expect((await site.call(viewer, fetchPictureEndpoint, { body: { url: `${host}/two.png`, alt: 'A kettle' } })).status).toBe(status)
  })
})

test('the content security policy forbids pictures from other hosts', async () => {
  const { headers } = await site.app.inject({ url: '/api/articles' })
  expect(headers['content-security-policy']).toMatch(/img-src 'self' data:;/)
})
