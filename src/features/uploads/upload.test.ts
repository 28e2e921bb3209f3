import { existsSync } from 'node:fs'
import { mkdir, readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveProductEndpoint } from '#features/products/editing/product-editing.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { makeOlder, putFile } from '#tests/support/site-files.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { parseUploadPath, toSrcSet } from '#ui/pictures/picture-sizes.ts'
import { listUploadsEndpoint, uploadEndpoint, UPLOAD_MAX_BYTES } from './upload.contract.ts'
import { removeOrphanUploads } from './upload.service.ts'

let site: TestSite
let admin: Viewer
let member: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  member = await makeUser(site.ctx)
})
afterAll(() => site.close())

const createPicture = (width: number, height: number, background = '#3a7d44') =>
  sharp({ create: { width, height, channels: 3, background } })
const upload = (bytes: Buffer, alt = 'A green field', viewer: Viewer | null = admin, type = 'image/jpeg') =>
  site.call(viewer, uploadEndpoint, { query: { alt }, body: bytes }, { 'content-type': type })
const fetchFile = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers })
const listStoredNames = async () => (await site.ctx.site.files.listFolders('uploads')).map(({ name }) => name)
/** Lists the folders of unfinished uploads. Empty on PostgreSQL, where the database stores the files. */
const listUnfinished = async () => {
  const { folder } = site.ctx.site.files
  const path = folder && join(folder, 'uploads-unfinished')
  return path && existsSync(path) ? readdir(path) : []
}

describe('an uploaded picture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('of type %s is stored in every width up to its own', async (form) => {
    const { status, body } = await upload(
      await createPicture(900, 600, form === 'png' ? '#102030' : '#3a7d44')
        .toFormat(form)
        .toBuffer(),
    )
    expect(status).toBe(201)
    expect(body).toMatchObject({ width: 900, height: 600, alt: 'A green field' })
    const uploadPath = parseUploadPath(body.url)
    if (!uploadPath) throw new Error(body.url)
    expect(uploadPath.widths).toEqual([400, 800, 900])
    for (const kind of ['avif', 'webp'] as const) {
      for (const entry of toSrcSet(uploadPath, kind).split(', ')) {
        const [url = '', width] = entry.split(' ')
        const file = await fetchFile(url)
        expect(file.statusCode, url).toBe(200)
        expect(file.headers['content-type'], url).toBe(`image/${kind}`)
        const { width: actualWidth, format } = await sharp(file.rawPayload).metadata()
        expect(`${actualWidth}w`, url).toBe(width)
        expect(format, url).toBe(kind === 'avif' ? 'heif' : 'webp')
      }
    }
    const largest = await fetchFile(body.url)
    expect(largest.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect((await fetchFile(body.url, { 'if-none-match': String(largest.headers['etag']) })).statusCode).toBe(304)
  })

  test('is stored auto-oriented, without its metadata', async () => {
    const bytes = await createPicture(600, 300)
      .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const metadataBefore = await sharp(bytes).metadata()
    expect(metadataBefore.orientation).toBe(6)
    expect(metadataBefore.exif).toBeDefined()
    const { body } = await upload(bytes)
    expect(body).toMatchObject({ width: 300, height: 600 })
    const name = parseUploadPath(body.url)?.name
    for (const url of [body.url, `/uploads/${name}/300.avif`]) {
      const metadataAfter = await sharp((await fetchFile(url)).rawPayload).metadata()
      expect(metadataAfter).toMatchObject({ width: 300, height: 600 })
      expect(metadataAfter.orientation ?? 1).toBe(1)
      expect(metadataAfter.exif).toBeUndefined()
      expect(metadataAfter.xmp).toBeUndefined()
    }
  })

  test('is scaled down to a width of 2,400 pixels with its transparency', async () => {
    const bytes = await sharp({ create: { width: 2800, height: 280, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer()
    const { body } = await upload(bytes)
    expect(body).toMatchObject({ width: 2400, height: 240 })
    expect((await sharp((await fetchFile(body.url)).rawPayload).metadata()).hasAlpha).toBe(true)
  })

  test('that is uploaded several times is stored once, with the latest alternative text', async () => {
    const bytes = await createPicture(410, 200, '#123456').png().toBuffer()
    const responses = await Promise.all([upload(bytes, 'First'), upload(bytes, 'First'), upload(bytes, 'First')])
    expect(responses.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
    const secondUpload = await upload(bytes, 'Second')
    expect(secondUpload.status).toBe(200)
    expect(secondUpload.body).toMatchObject({ id: responses[0]?.body.id, url: responses[0]?.body.url, alt: 'Second' })
    const name = parseUploadPath(secondUpload.body.url)?.name
    expect((await listStoredNames()).filter((storedName) => storedName === name)).toHaveLength(1)
    expect(await listUnfinished()).toEqual([])
    const { body, headers } = await site.call(admin, listUploadsEndpoint, { query: { perPage: 1 } })
    expect(body).toEqual([secondUpload.body])
    expect(Number(headers['x-total-count'])).toBeGreaterThan(1)
  })

  test('provides the alternative text for a product that is saved without one', async () => {
    const { body: picture } = await upload(await createPicture(64, 64, '#777777').png().toBuffer(), 'A grey box')
    const form = { name: 'With a picture', description: 'A product with a picture.', categoryId: 1, price: '£1', image: picture.url }
    const saveProduct = async (input: object) =>
      (await site.call(admin, saveProductEndpoint, { body: { ...form, ...input } })).body.imageAlt
    expect(await saveProduct({ slug: 'with-its-own', imageAlt: 'A box' })).toBe('A box')
    expect(await saveProduct({ slug: 'with-the-uploads' })).toBe('A grey box')
  })
})

describe('uploading', () => {
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  test.each([
    ['an SVG', Buffer.from(svg), 415],
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    ['a PDF', Buffer.from('%PDF-1.7 …'), 415],
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0'), 415],
    ['plain text', Buffer.from('Just some words.'), 400],
    ['an empty file', Buffer.alloc(0), 400],
  ])('%s is rejected and stores nothing', async (_name, bytes, status) => {
    const countBefore = (await listStoredNames()).length
    for (const type of ['image/png', 'image/svg+xml']) {
      const response = await upload(bytes, 'Words', admin, type)
      expect(response.status).toBe(status)
      expect(response.body.message).toBe(
        status === 400
          ? 'This picture cannot be read.'
          : 'This kind of file cannot be used. Please choose a JPEG, PNG, WebP or AVIF picture.',
      )
    }
    expect((await listStoredNames()).length).toBe(countBefore)
  })

  test('a truncated picture returns 400 and stores nothing', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const whole = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#fff', noise } })
      .jpeg()
      .toBuffer()
    const namesBefore = await listStoredNames()
    const { status, body } = await upload(whole.subarray(0, whole.length / 2))
    expect(status).toBe(400)
    expect(body.message).toBe('This picture cannot be read.')
    expect(await listStoredNames()).toEqual(namesBefore)
    expect(await listUnfinished()).toEqual([])
  })

  test('returns an error for too many pixels or bytes, a blank alternative text and other content types', async () => {
    const oversizedPicture = await createPicture(9000, 9000).png().toBuffer()
    expect((await upload(oversizedPicture)).body.message).toBe(
      'This picture is too large: 9000 × 9000 pixels. The maximum is 50 million pixels.',
    )
    expect((await upload(Buffer.alloc(UPLOAD_MAX_BYTES + 1))).status).toBe(413)
    expect((await upload(await createPicture(9, 9).png().toBuffer(), '  ')).body.errors).toEqual([
      { path: 'alt', message: 'Please describe the picture' },
    ])
    for (const type of ['text/html', 'application/octet-stream', 'multipart/form-data; boundary=x']) {
      const { status, body } = await upload(Buffer.from('x'), 'Words', admin, type)
      expect(status, type).toBe(415)
      expect(body.message, type).toBe('Send the picture itself, with its own content type.')
    }
    expect((await site.call(admin, uploadEndpoint, { query: { alt: 'Words' }, body: {} })).status).toBe(415)
  })

  test('paths under /uploads/ that are not those of a picture return 404', async () => {
    const { body } = await upload(await createPicture(32, 32, '#abcdef').png().toBuffer())
    const name = parseUploadPath(body.url)?.name
    const invalidPaths = [
      '',
      '..%2f..%2fsites%2fmain.sqlite',
      '../../lock.sqlite',
      `${name}`,
      `${name}/`,
      `${name}/33.webp`,
      `${name}/32.png`,
      `${name}/..%2f${name}/32.webp`,
      `${'0'.repeat(24)}-1x1.webp`,
    ]
    for (const path of invalidPaths) expect((await fetchFile(`/uploads/${path}`)).statusCode, path).toBe(404)
    expect((await fetchFile(body.url)).statusCode).toBe(200)
  })
})

describe('access to uploads', () => {
  test.each([[null, 401] as const, ['member', 403] as const])(
    'viewer %s gets %d for uploading and listing pictures',
    async (role, status) => {
      const viewer = role === null ? null : member
      const bytes = await createPicture(48, 48, '#aa3300').png().toBuffer()
      const namesBefore = await listStoredNames()
      expect((await upload(bytes, 'Words', viewer)).status).toBe(status)
      expect((await upload(Buffer.alloc(UPLOAD_MAX_BYTES + 1), 'Words', viewer)).status).toBe(status)
      expect((await site.call(viewer, listUploadsEndpoint)).status).toBe(status)
      expect(await listStoredNames()).toEqual(namesBefore)
    },
  )

  test('a picture of one site returns 404 on another', async () => {
    const { body } = await upload(await createPicture(50, 50, '#00aa33').png().toBuffer())
    const otherSite = await openTestSite()
    expect((await otherSite.app.inject({ url: body.url })).statusCode).toBe(404)
    await otherSite.close()
  })
})

test('removeOrphanUploads deletes only orphaned and unfinished files that are older than a day', async () => {
  const { body } = await upload(await createPicture(60, 40, '#778899').png().toBuffer())
  const listedName = parseUploadPath(body.url)?.name ?? ''
  const { files } = site.ctx.site
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
  const [orphanedName, recentName] = ['aaaaaaaaaaaaaaaaaaaaaaaa-10x10', 'bbbbbbbbbbbbbbbbbbbbbbbb-10x10']
  for (const name of [orphanedName, recentName]) await putFile(files, `uploads/${name}/10.webp`, 'a picture')
  for (const name of [orphanedName, listedName]) await makeOlder({ db: site.ctx.db, files }, `uploads/${name}`, twoDaysAgo)
  if (files.folder !== undefined) {
    const unfinishedFolders = ['one', 'two'].map((name) => join(files.folder ?? '', 'uploads-unfinished', name)) as [string, string]
    for (const folder of unfinishedFolders) await mkdir(folder, { recursive: true })
    await utimes(unfinishedFolders[0], twoDaysAgo, twoDaysAgo)
  }
  await removeOrphanUploads(site.ctx, () => [])
  expect(await listStoredNames()).toEqual(expect.arrayContaining([listedName, recentName]))
  expect(await listStoredNames()).not.toContain(orphanedName)
  expect((await fetchFile(body.url)).statusCode).toBe(200)
  expect((await fetchFile(`/uploads/${orphanedName}.webp`)).statusCode).toBe(404)
  expect(await listUnfinished()).toEqual(files.folder === undefined ? [] : ['two'])
})
