/** Open Graph pictures over HTTP: rendered, cached, and only of public content. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nonEmpty } from '#tests/support/non-empty.ts'
import { makeArticle } from '#features/articles/article.factory.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { sharePicturePath, type ShareKind } from '#features/pictures/picture.client.ts'
import { testAtNight } from '#tests/support/at-night.ts'
import { listPaths, putFile } from '#tests/support/site-files.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
let otherSite: TestSite
beforeAll(async () => {
  ;[site, otherSite] = await Promise.all([openTestSite({ content: 'demo' }), openTestSite({ settings: { name: 'Hebden Heat' } })])
})
afterAll(() => Promise.all([site.close(), otherSite.close()]))

const ask = (kind: ShareKind, key?: string | number, headers: Record<string, string> = {}, of = site) =>
  of.app.inject({ url: sharePicturePath(kind, key), headers })
const cachedFiles = async (name: string, of = site) =>
  (await listPaths(of.ctx.site.files, 'share')).filter((file) => file.startsWith(`share/${name}.`) && file.endsWith('.png'))

describe('a share picture', () => {
  const all: [ShareKind, string | number | undefined][] = [
    ['site', undefined],
    ['article', 'winter-range'],
    ['expert-article', 1],
    ['product', 'thornbury-aria-7'],
    ['category', 'solar-panels'],
    ['topic', 1],
    ['user', 2],
  ]
  test.each(all)('of kind %s is a PNG of 1200 by 630', async (kind, key) => {
    const response = await ask(kind, key)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('image/png')
    expect(response.headers['cache-control']).toBe('public, max-age=86400')
    const { format, width, height } = await sharp(response.rawPayload).metadata()
    expect(format).toBe('png')
    expect(width).toBe(1200)
    expect(height).toBe(630)
    expect(response.rawPayload.length).toBeLessThan(200_000)
  })

  test('is cached, and a matching ETag returns 304', async () => {
    const first = await ask('article', 'winter-range')
    const etag = String(first.headers['etag'])
    expect(await cachedFiles('article-winter-range')).toEqual([`share/article-winter-range.${etag.slice(1, -1)}.png`])
    const notModified = await ask('article', 'winter-range', { 'if-none-match': etag })
    expect(notModified.statusCode).toBe(304)
    expect(notModified.body).toBe('')
    expect((await ask('article', 'winter-range')).rawPayload).toEqual(first.rawPayload)
  })

  test('is re-rendered when its title changes, and the old file is removed', async () => {
    const article = await makeArticle(site.ctx, { title: 'Before' })
    const before = await ask('article', article.slug)
    await site.ctx.db.updateTable('articles').set({ title: 'After' }).where('slug', '=', article.slug).execute()
    const after = await ask('article', article.slug)
    expect(after.headers['etag']).not.toBe(before.headers['etag'])
    expect(after.rawPayload.equals(before.rawPayload)).toBe(false)
    expect(await cachedFiles(`article-${article.slug}`)).toHaveLength(1)
  })

  test('contains the name of its site', async () => {
    const [here, there] = await Promise.all([ask('category', 'solar-panels'), ask('category', 'solar-panels', {}, otherSite)])
    expect(there.statusCode).toBe(200)
    expect(there.headers['etag']).not.toBe(here.headers['etag'])
    expect(there.rawPayload.equals(here.rawPayload)).toBe(false)
  })

  test('is rendered for titles with markup, long words, other scripts and control characters', async () => {
    const titles = ['<b>&"x"</b>', 'W'.repeat(200), `${'long words and '.repeat(13)}end`, 'Łódź, Ωmega, 漢字 \u0007 🌞', ' ']
    for (const title of titles) {
      const id = await makeTopic(site.ctx, { title })
      expect((await ask('topic', id)).statusCode, title).toBe(200)
    }
  })

  test('shows an uploaded picture, and the default one if that is missing', async () => {
    const article = await makeArticle(site.ctx)
    const show = (image: string) =>
      site.ctx.db.updateTable('articles').set({ featured_image: image }).where('slug', '=', article.slug).execute()
    await show('/uploads/00000000aaaa-60x40.webp')
    const gone = await ask('article', article.slug)
    const red = { create: { width: 60, height: 40, channels: 3, background: '#f00' } } as const
    await putFile(site.ctx.site.files, 'uploads/00000000aaaa-60x40/60.webp', await sharp(red).webp().toBuffer())
    const there = await ask('article', article.slug)
    expect(gone.statusCode).toBe(200)
    expect(there.statusCode).toBe(200)
    const middleOf = (png: Buffer) => sharp(png).extract({ left: 800, top: 270, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
    expect([...(await middleOf(there.rawPayload))].map((value) => Math.round(value / 32))).toEqual([8, 0, 0])
    expect(await middleOf(gone.rawPayload)).not.toEqual(await middleOf(there.rawPayload))
  })

  test('is rendered for concurrent requests', async () => {
    const made = await Promise.all([1, 2, 3, 4, 5, 6].map((id) => ask('expert-article', id)))
    const again = await Promise.all([1, 1, 1].map((id) => ask('expert-article', id)))
    expect([...made, ...again].map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(200))
  })

  testAtNight('is rendered for forty concurrent requests of a crawler while the site stays responsive', async () => {
    const pictures = Array.from({ length: 40 }, (_, n) => ask('topic', n + 10))
    const page = await site.app.inject('/api/site')
    expect(page.statusCode).toBe(200)
    const statuses = (await Promise.all(pictures)).map(({ statusCode }) => statusCode)
    expect(statuses).toEqual(Array(40).fill(200))
  })
})

describe('a missing share picture', () => {
  test.each([
    '/share/article/nowhere.png',
    '/share/product/nowhere.png',
    '/share/topic/999999.png',
    '/share/topic/abc.png',
    '/share/user/0.png',
    '/share/category/nowhere.png',
    '/share/site/other.png',
    '/share/nothing/1.png',
    '/share/article/winter-range.jpg',
    '/share/article/winter-range',
    '/share/article/..%2F..%2Fsite.png',
  ])('returns 404 at %s', async (url) => {
    const response = await site.app.inject(url)
    expect(response.statusCode).toBe(404)
    expect(response.headers['cache-control']).toBeUndefined()
  })

  test('returns 404 for the page of another site', async () => {
    const theirs = await makeArticle(otherSite.ctx, { title: 'Only theirs' })
    expect((await ask('article', theirs.slug, {}, otherSite)).statusCode).toBe(200)
    expect((await ask('article', theirs.slug)).statusCode).toBe(404)
  })
})

describe('the web app manifest', () => {
  test('has the site’s name and existing icons', async () => {
    const response = await otherSite.app.inject('/site.webmanifest')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
    const manifest = response.json()
    expect(manifest.short_name).toBe('Hebden Heat')
    expect(manifest.background_color).toEqual(expect.stringMatching(/^#[0-9a-f]{6}$/))
    for (const { src, sizes } of nonEmpty(manifest.icons as { src: string; sizes: string }[])) {
      const file = join(import.meta.dirname, '../../../public', src)
      expect(existsSync(file), src).toBe(true)
      // `any` is a vector image.
      const size = sizes === 'any' ? undefined : await sharp(file).metadata()
      expect(size ? `${size.width}x${size.height}` : 'any').toBe(sizes)
    }
  })
})
