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
/** What is being made, where that is seen. */
const unfinished = async () => {
  const { folder } = site.ctx.site.files
  const path = folder && join(folder, 'uploads-unfinished')
  return path && existsSync(path) ? readdir(path) : []
}

describe('works', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a %s comes in every width that is not larger than itself', async (form) => {
    const { status, body } = await send(
      await plain(900, 600, form === 'png' ? '#102030' : '#3a7d44')
        .toFormat(form)
        .toBuffer(),
    )
    expect([status, body.width, body.height, body.alt]).toEqual([201, 900, 600, 'A green field'])
    const address = parseUploadPath(body.url)
    if (!address) throw new Error(body.url)
    expect(address.widths).toEqual([400, 800, 900])
    for (const kind of ['avif', 'webp'] as const) {
      for (const entry of toSrcSet(address, kind).split(', ')) {
        const [url = '', width] = entry.split(' ')
        const file = await fetchFile(url)
        expect([file.statusCode, file.headers['content-type']]).toEqual([200, `image/${kind}`])
        const { width: real, format } = await sharp(file.rawPayload).metadata()
        expect([`${real}w`, format]).toEqual([width, kind === 'avif' ? 'heif' : 'webp'])
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

  test('where the camera was is left out, and the picture stands upright', async () => {
    const bytes = await plain(600, 300)
      .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const before = await sharp(bytes).metadata()
    expect([before.orientation, before.exif !== undefined]).toEqual([6, true])
    const { body } = await send(bytes)
    expect([body.width, body.height]).toEqual([300, 600])
    const name = parseUploadPath(body.url)?.name
    for (const url of [body.url, `/uploads/${name}/300.avif`]) {
      const after = await sharp((await fetchFile(url)).rawPayload).metadata()
      expect([after.width, after.height, after.exif, after.orientation ?? 1, after.xmp]).toEqual([300, 600, undefined, 1, undefined])
    }
  })

  test('a large picture is stored no wider than 2,400; transparency stays', async () => {
    const bytes = await sharp({ create: { width: 2800, height: 280, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer()
    const { body } = await send(bytes)
    expect([body.width, body.height]).toEqual([2400, 240])
    expect((await sharp((await fetchFile(body.url)).rawPayload).metadata()).hasAlpha).toBe(true)
  })

  test('the same picture again is one set of files and one entry, with the newest words', async () => {
    const bytes = await plain(410, 200, '#123456').png().toBuffer()
    const answers = await Promise.all([send(bytes, 'First'), send(bytes, 'First'), send(bytes, 'First')])
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
    const again = await send(bytes, 'Second')
    expect([again.status, again.body.id, again.body.url, again.body.alt]).toEqual([
      200,
      answers[0]?.body.id,
      answers[0]?.body.url,
      'Second',
    ])
    const name = parseUploadPath(again.body.url)?.name
    expect((await stored()).filter((one) => one === name)).toHaveLength(1)
    expect(await unfinished()).toEqual([])
    const { body, headers } = await site.call(admin, listUploadsEndpoint, { query: { perPage: 1 } })
    expect(body).toEqual([again.body])
    expect(Number(headers['x-total-count'])).toBeGreaterThan(1)
  })

  test('a product with an upload gets its description, unless it has its own', async () => {
    const { body: picture } = await send(await plain(64, 64, '#777777').png().toBuffer(), 'A grey box')
    const form = { name: 'With a picture', description: 'A product with a picture.', categoryId: 1, price: '£1', image: picture.url }
    const save = async (given: object) => (await site.call(admin, saveProductEndpoint, { body: { ...form, ...given } })).body.imageAlt
    expect(await save({ slug: 'with-its-own', imageAlt: 'A box' })).toBe('A box')
    expect(await save({ slug: 'with-the-uploads' })).toBe('A grey box')
  })
})

describe('refuses bad input', () => {
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  test.each([
    ['an SVG', Buffer.from(svg), 415],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    ['a PDF', Buffer.from('%PDF-1.7 …'), 415],
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0'), 415],
    ['words', Buffer.from('Just some words.'), 400],
    ['nothing', Buffer.alloc(0), 400],
  ])('%s', async (_name, bytes, status) => {
    const before = (await stored()).length
    for (const type of ['image/png', 'image/svg+xml']) {
      const { status: answered, body } = await send(bytes, 'Words', admin, type)
      expect([answered, body.message]).toEqual([
        status,
        status === 400
          ? 'This is not a picture we can read.'
          : 'This kind of file cannot be used. Please choose a JPEG, PNG, WebP or AVIF picture.',
      ])
    }
    expect((await stored()).length).toBe(before)
  })

  test('a picture that was cut off leaves nothing behind', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const whole = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#fff', noise } })
      .jpeg()
      .toBuffer()
    const before = await stored()
    const { status, body } = await send(whole.subarray(0, whole.length / 2))
    expect([status, body.message]).toEqual([400, 'This is not a picture we can read.'])
    expect(await stored()).toEqual(before)
    expect(await unfinished()).toEqual([])
  })

  test('too many points, too many bytes, no description, no picture type', async () => {
    const vast = await plain(9000, 9000).png().toBuffer()
    expect((await send(vast)).body.message).toBe('This picture is too large: 9000 × 9000 points. At most 50 million points can be used.')
    expect((await send(Buffer.alloc(UPLOAD_MAX_BYTES + 1))).status).toBe(413)
    expect((await send(await plain(9, 9).png().toBuffer(), '  ')).body.errors).toEqual([
      { path: 'alt', message: 'Please describe the picture' },
    ])
    for (const type of ['text/html', 'application/octet-stream', 'multipart/form-data; boundary=x']) {
      const { status, body } = await send(Buffer.from('x'), 'Words', admin, type)
      expect([status, body.message]).toEqual([415, 'Send the picture itself, with its own content type.'])
    }
    expect((await site.call(admin, uploadEndpoint, { query: { alt: 'Words' }, body: {} })).status).toBe(415)
  })

  test('addresses that are no picture’s', async () => {
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
    for (const path of wrong) expect([path, (await fetchFile(`/uploads/${path}`)).statusCode]).toEqual([path, 404])
    expect((await fetchFile(body.url)).statusCode).toBe(200)
  })
})

describe('refuses strangers', () => {
  test.each([[null, 401] as const, ['member', 403] as const])('%s', async (who, status) => {
    const viewer = who === null ? null : member
    const bytes = await plain(48, 48, '#aa3300').png().toBuffer()
    const before = await stored()
    expect((await send(bytes, 'Words', viewer)).status).toBe(status)
    expect((await send(Buffer.alloc(UPLOAD_MAX_BYTES + 1), 'Words', viewer)).status).toBe(status)
    expect((await site.call(viewer, listUploadsEndpoint)).status).toBe(status)
    expect(await stored()).toEqual(before)
  })

  test('a picture of one site is not on another', async () => {
    const { body } = await send(await plain(50, 50, '#00aa33').png().toBuffer())
    const other = await openTestSite()
    expect((await other.app.inject({ url: body.url })).statusCode).toBe(404)
    await other.close()
  })
})

test('files that a process left behind are taken away after a while, and nothing else is', async () => {
  const { body } = await send(await plain(60, 40, '#778899').png().toBuffer())
  const kept = parseUploadPath(body.url)?.name ?? ''
  const { files } = site.ctx.site
  const old = new Date(Date.now() - 2 * 86_400_000)
  const [gone, young] = ['aaaaaaaaaaaaaaaaaaaaaaaa-10x10', 'bbbbbbbbbbbbbbbbbbbbbbbb-10x10']
  for (const name of [gone, young]) await putFile(files, `uploads/${name}/10.webp`, 'a picture')
  for (const name of [gone, kept]) await makeOlder({ db: site.ctx.db, files }, `uploads/${name}`, old)
  if (files.folder !== undefined) {
    const unfinishedOnes = ['one', 'two'].map((name) => join(files.folder ?? '', 'uploads-unfinished', name)) as [string, string]
    for (const one of unfinishedOnes) await mkdir(one, { recursive: true })
    await utimes(unfinishedOnes[0], old, old)
  }
  await removeOrphanUploads(site.ctx, () => [])
  expect(await stored()).toEqual(expect.arrayContaining([kept, young]))
  expect(await stored()).not.toContain(gone)
  expect((await fetchFile(body.url)).statusCode).toBe(200)
  expect((await fetchFile(`/uploads/${gone}.webp`)).statusCode).toBe(404)
  expect(await unfinished()).toEqual(files.folder === undefined ? [] : ['two'])
})
