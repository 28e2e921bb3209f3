/** The pictures for shared cards, over HTTP: drawn, kept, and only of what everybody may read. */
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
let stranger: TestSite
beforeAll(async () => {
  ;[site, stranger] = await Promise.all([openTestSite({ content: 'demo' }), openTestSite({ settings: { name: 'Hebden Heat' } })])
})
afterAll(() => Promise.all([site.close(), stranger.close()]))

const ask = (kind: ShareKind, key?: string | number, headers: Record<string, string> = {}, of = site) =>
  of.app.inject({ url: sharePicturePath(kind, key), headers })
const kept = async (name: string, of = site) =>
  (await listPaths(of.ctx.site.files, 'share')).filter((file) => file.startsWith(`share/${name}.`) && file.endsWith('.png'))

describe('a picture for sharing', () => {
  const all: [ShareKind, string | number | undefined][] = [
    ['site', undefined],
    ['article', 'winter-range'],
    ['expert-article', 1],
    ['product', 'thornbury-aria-7'],
    ['category', 'solar-panels'],
    ['topic', 1],
    ['user', 2],
  ]
  test.each(all)('of the kind %s is a PNG of 1200 by 630', async (kind, key) => {
    const response = await ask(kind, key)
    expect([response.statusCode, response.headers['content-type'], response.headers['cache-control']]).toEqual([
      200,
      'image/png',
      'public, max-age=86400',
    ])
    const { format, width, height } = await sharp(response.rawPayload).metadata()
    expect([format, width, height]).toEqual(['png', 1200, 630])
    expect(response.rawPayload.length).toBeLessThan(200_000)
  })

  test('is kept, and told to be known', async () => {
    const first = await ask('article', 'winter-range')
    const etag = String(first.headers['etag'])
    expect(await kept('article-winter-range')).toEqual([`share/article-winter-range.${etag.slice(1, -1)}.png`])
    const known = await ask('article', 'winter-range', { 'if-none-match': etag })
    expect([known.statusCode, known.body]).toEqual([304, ''])
    expect((await ask('article', 'winter-range')).rawPayload).toEqual(first.rawPayload)
  })

  test('is drawn anew when its words change, and the old one goes', async () => {
    const article = await makeArticle(site.ctx, { title: 'Before' })
    const before = await ask('article', article.slug)
    await site.ctx.db.updateTable('articles').set({ title: 'After' }).where('slug', '=', article.slug).execute()
    const after = await ask('article', article.slug)
    expect(after.headers['etag']).not.toBe(before.headers['etag'])
    expect(after.rawPayload.equals(before.rawPayload)).toBe(false)
    expect(await kept(`article-${article.slug}`)).toHaveLength(1)
  })

  test('carries the name of its own site', async () => {
    const [here, there] = await Promise.all([ask('category', 'solar-panels'), ask('category', 'solar-panels', {}, stranger)])
    expect(there.statusCode).toBe(200)
    expect(there.headers['etag']).not.toBe(here.headers['etag'])
    expect(there.rawPayload.equals(here.rawPayload)).toBe(false)
  })

  test('holds whatever a title may be', async () => {
    const titles = ['<b>&"x"</b>', 'W'.repeat(200), `${'long words and '.repeat(13)}end`, 'Łódź, Ωmega, 漢字 \u0007 🌞', ' ']
    for (const title of titles) {
      const id = await makeTopic(site.ctx, { title })
      expect((await ask('topic', id)).statusCode, title).toBe(200)
    }
  })

  test('shows an uploaded picture, and the valley where that has gone', async () => {
    const article = await makeArticle(site.ctx)
    const show = (image: string) =>
      site.ctx.db.updateTable('articles').set({ featured_image: image }).where('slug', '=', article.slug).execute()
    await show('/uploads/00000000aaaa-60x40.webp')
    const gone = await ask('article', article.slug)
    const red = { create: { width: 60, height: 40, channels: 3, background: '#f00' } } as const
    await putFile(site.ctx.site.files, 'uploads/00000000aaaa-60x40/60.webp', await sharp(red).webp().toBuffer())
    const there = await ask('article', article.slug)
    expect([gone.statusCode, there.statusCode]).toEqual([200, 200])
    const middleOf = (png: Buffer) => sharp(png).extract({ left: 800, top: 270, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
    expect([...(await middleOf(there.rawPayload))].map((value) => Math.round(value / 32))).toEqual([8, 0, 0])
    expect(await middleOf(gone.rawPayload)).not.toEqual(await middleOf(there.rawPayload))
  })

  test('is asked for by many at once and made for each', async () => {
    const made = await Promise.all([1, 2, 3, 4, 5, 6].map((id) => ask('expert-article', id)))
    const again = await Promise.all([1, 1, 1].map((id) => ask('expert-article', id)))
    expect([...made, ...again].map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(200))
  })

  testAtNight('is there for a crawler that asks for forty new ones at once, while the site answers others', async () => {
    const pictures = Array.from({ length: 40 }, (_, n) => ask('topic', n + 10))
    const page = await site.app.inject('/api/site')
    expect(page.statusCode).toBe(200)
    const statuses = (await Promise.all(pictures)).map(({ statusCode }) => statusCode)
    expect(statuses).toEqual(Array(40).fill(200))
  })
})

describe('no picture', () => {
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
  ])('at %s', async (url) => {
    const response = await site.app.inject(url)
    expect([response.statusCode, response.headers['cache-control']]).toEqual([404, undefined])
  })

  test('of a page of another site', async () => {
    const theirs = await makeArticle(stranger.ctx, { title: 'Only theirs' })
    expect((await ask('article', theirs.slug, {}, stranger)).statusCode).toBe(200)
    expect((await ask('article', theirs.slug)).statusCode).toBe(404)
  })
})

describe('a site among the apps of a phone', () => {
  test('has its own name and pictures that are there', async () => {
    const response = await stranger.app.inject('/site.webmanifest')
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/manifest+json; charset=utf-8'])
    const manifest = response.json()
    expect([manifest.short_name, manifest.background_color]).toEqual(['Hebden Heat', expect.stringMatching(/^#[0-9a-f]{6}$/)])
    for (const { src, sizes } of nonEmpty(manifest.icons as { src: string; sizes: string }[])) {
      const file = join(import.meta.dirname, '../../../public', src)
      expect(existsSync(file), src).toBe(true)
      // `any` is a vector image.
      const size = sizes === 'any' ? undefined : await sharp(file).metadata()
      expect(size ? `${size.width}x${size.height}` : 'any').toBe(sizes)
    }
  })
})
