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

const plain = (width: number, height: number, background = '#3a7d44') => sharp({ create: { width, height, channels: 3, background } })
const send = (bytes: Buffer, alt = 'A green field', who: Viewer | null = admin, type = 'image/jpeg') =>
  site.call(who, uploadEndpoint, { query: { alt }, body: bytes }, { 'content-type': type })
const fetchFile = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers })
const stored = async () => (await site.ctx.site.files.listFolders('uploads')).map(({ name }) => name)
/** Unfinished folders, with SQLite. */
const unfinished = async () => {
  const { folder } = site.ctx.site.files
  const path = folder && join(folder, 'uploads-unfinished')
  return path && existsSync(path) ? readdir(path) : []
}

describe('an uploaded picture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('of type %s is stored in every width up to its own', async (form) => {
    const { status, body } = await send(
      await plain(900, 600, form === 'png' ? '#102030' : '#3a7d44')
        .toFormat(form)
        .toBuffer(),
    )
    expect(status).toBe(201)
    expect(body).toMatchObject({ width: 900, height: 600, alt: 'A green field' })
    const upload = parseUploadPath(body.url)
    if (!upload) throw new Error(body.url)
    expect(upload.widths).toEqual([400, 800, 900])
    for (const kind of ['avif', 'webp'] as const) {
      for (const entry of toSrcSet(upload, kind).split(', ')) {
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

  test('is stored auto-oriented and without metadata', async () => {
    const bytes = await plain(600, 300)
      .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const before = await sharp(bytes).metadata()
    expect(before.orientation).toBe(6)
    expect(before.exif).toBeDefined()
    const { body } = await send(bytes)
    expect(body).toMatchObject({ width: 300, height: 600 })
    const name = parseUploadPath(body.url)?.name
    for (const url of [body.url, `/uploads/${name}/300.avif`]) {
      const after = await sharp((await fetchFile(url)).rawPayload).metadata()
      expect(after).toMatchObject({ width: 300, height: 600 })
      expect(after.orientation ?? 1).toBe(1)
      expect(after.exif).toBeUndefined()
      expect(after.xmp).toBeUndefined()
    }
  })

  test('is scaled down to a width of 2,400, and keeps its transparency', async () => {
    const bytes = await sharp({ create: { width: 2800, height: 280, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer()
    const { body } = await send(bytes)
    expect(body).toMatchObject({ width: 2400, height: 240 })
    expect((await sharp((await fetchFile(body.url)).rawPayload).metadata()).hasAlpha).toBe(true)
  })

  test('that is uploaded again is stored once, with the latest alternative text', async () => {
    const bytes = await plain(410, 200, '#123456').png().toBuffer()
    const responses = await Promise.all([send(bytes, 'First'), send(bytes, 'First'), send(bytes, 'First')])
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

  test('provides the alternative text of a product without one', async () => {
    const { body: picture } = await send(await plain(64, 64, '#777777').png().toBuffer(), 'A grey box')
    const form = { name: 'With a picture', description: 'A product with a picture.', categoryId: 1, price: '£1', image: picture.url }
    const save = async (input: object) => (await site.call(admin, saveProductEndpoint, { body: { ...form, ...input } })).body.imageAlt
    expect(await save({ slug: 'with-its-own', imageAlt: 'A box' })).toBe('A box')
    expect(await save({ slug: 'with-the-uploads' })).toBe('A grey box')
  })
})

describe('uploading rejects', () => {
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  test.each([
    ['an SVG', Buffer.from(svg), 415],
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    ['a PDF', Buffer.from('%PDF-1.7 …'), 415],
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0'), 415],
    ['plain text', Buffer.from('Just some words.'), 400],
    ['an empty file', Buffer.alloc(0), 400],
  ])('%s', async (_name, bytes, status) => {
    const before = (await stored()).length
    for (const type of ['image/png', 'image/svg+xml']) {
      const response = await send(bytes, 'Words', admin, type)
      expect(response.status).toBe(status)
      expect(response.body.message).toBe(
        status === 400
          ? 'This picture cannot be read.'
          : 'This kind of file cannot be used. Please choose a JPEG, PNG, WebP or AVIF picture.',
      )
    }
    expect((await stored()).length).toBe(before)
  })

  test('a truncated picture, and leaves no files', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const whole = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#fff', noise } })
      .jpeg()
      .toBuffer()
    const before = await stored()
    const { status, body } = await send(whole.subarray(0, whole.length / 2))
    expect(status).toBe(400)
    expect(body.message).toBe('This picture cannot be read.')
    expect(await stored()).toEqual(before)
    expect(await unfinished()).toEqual([])
  })

  test('too many pixels, too many bytes, a missing alternative text and other content types', async () => {
    const vast = await plain(9000, 9000).png().toBuffer()
    expect((await send(vast)).body.message).toBe('This picture is too large: 9000 × 9000 pixels. The maximum is 50 million pixels.')
    expect((await send(Buffer.alloc(UPLOAD_MAX_BYTES + 1))).status).toBe(413)
    expect((await send(await plain(9, 9).png().toBuffer(), '  ')).body.errors).toEqual([
      { path: 'alt', message: 'Please describe the picture' },
    ])
    for (const type of ['text/html', 'application/octet-stream', 'multipart/form-data; boundary=x']) {
      const { status, body } = await send(Buffer.from('x'), 'Words', admin, type)
      expect(status, type).toBe(415)
      expect(body.message, type).toBe('Send the picture itself, with its own content type.')
    }
    expect((await site.call(admin, uploadEndpoint, { query: { alt: 'Words' }, body: {} })).status).toBe(415)
  })

  test('requests for paths that are not those of a picture, with 404', async () => {
    const { body } = await send(await plain(32, 32, '#abcdef').png().toBuffer())
    const name = parseUploadPath(body.url)?.name
    const wrong = [
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
    for (const path of wrong) expect((await fetchFile(`/uploads/${path}`)).statusCode, path).toBe(404)
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
    const { body } = await send(await plain(50, 50, '#00aa33').png().toBuffer())
    const other = await openTestSite()
    expect((await other.app.inject({ url: body.url })).statusCode).toBe(404)
    await other.close()
  })
})

test('removeOrphanUploads deletes orphaned and unfinished files after a day, and no others', async () => {
  const { body } = await send(await plain(60, 40, '#778899').png().toBuffer())
  const listed = parseUploadPath(body.url)?.name ?? ''
  const { files } = site.ctx.site
  const old = new Date(Date.now() - 2 * 86_400_000)
  const [orphaned, recent] = ['aaaaaaaaaaaaaaaaaaaaaaaa-10x10', 'bbbbbbbbbbbbbbbbbbbbbbbb-10x10']
  for (const name of [orphaned, recent]) await putFile(files, `uploads/${name}/10.webp`, 'a picture')
  for (const name of [orphaned, listed]) await makeOlder({ db: site.ctx.db, files }, `uploads/${name}`, old)
  if (files.folder !== undefined) {
    const unfinishedFolders = ['one', 'two'].map((name) => join(files.folder ?? '', 'uploads-unfinished', name)) as [string, string]
    for (const one of unfinishedFolders) await mkdir(one, { recursive: true })
    await utimes(unfinishedFolders[0], old, old)
  }
  await removeOrphanUploads(site.ctx, () => [])
  expect(await stored()).toEqual(expect.arrayContaining([listed, recent]))
  expect(await stored()).not.toContain(orphaned)
  expect((await fetchFile(body.url)).statusCode).toBe(200)
  expect((await fetchFile(`/uploads/${orphaned}.webp`)).statusCode).toBe(404)
  expect(await unfinished()).toEqual(files.folder === undefined ? [] : ['two'])
})
