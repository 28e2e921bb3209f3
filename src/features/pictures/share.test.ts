/** Tests when share cards are rendered, from what, and what is stored. Their appearance is tested in tests/server/pages/share.test.ts. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Site } from '#platform/contract/context.ts'
import { PoolBusyError } from '#platform/jobs/worker-pool.ts'
import { listPaths, putFile } from '#tests/support/site-files.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { readScene, readSources } from './picture.service.ts'
import { findSharePicture, type SharedPage } from './share.service.ts'

const DRAWING = 'articles/winter-range.svg'
let sites: TestSites
let site: Site
beforeAll(async () => {
  sites = await openTestSites({ content: 'empty' })
  site = sites.main
})
afterAll(() => sites.close())
beforeEach(async () => {
  renderTasks.length = 0
  renderCard = async () => Buffer.from('a picture')
  for (const folder of ['share', 'uploads/a', 'uploads/b']) await site.files.removeFolder(folder)
})
afterEach(() => vi.useRealTimers())

type Task = Parameters<Parameters<typeof findSharePicture>[0]['run']>[0]
const renderTasks: Task[] = []
let renderCard: () => Promise<Uint8Array>
/** Replaces the worker pool, and records its tasks. */
const pool = {
  run: (task: Task) => {
    renderTasks.push(task)
    return renderCard()
  },
}
const PAGE: SharedPage = {
  title: 'Winter range',
  label: 'Guide',
  art: { drawing: DRAWING, shape: 'panel' },
  site: { name: 'Green Street', tagline: 'Warm homes' },
}
const findPicture = (page: Partial<SharedPage> = {}, name = 'article-winter-range', ownerSite: Pick<Site, 'id' | 'files'> = site) =>
  findSharePicture(pool, ownerSite, name, { ...PAGE, ...page })
const readText = async (picture: Awaited<ReturnType<typeof findPicture>>) => Buffer.from(await picture.read()).toString()

describe('a share picture', () => {
  test('is rendered on first read, from the page and its drawing, and stored under its name', async () => {
    const picture = await findPicture()
    expect(renderTasks).toEqual([])
    expect(picture.etag).toMatch(/^"[\w-]{22}"$/)
    expect(await readText(picture)).toBe('a picture')
    const scene = (await readScene(DRAWING)) ?? ''
    const category = /class="(cat-\w+)"/.exec(scene)?.[1] ?? ''
    expect(category).not.toBe('')
    expect(renderTasks).toEqual([{ card: { ...PAGE, art: { scene, shape: 'panel' }, category }, sources: await readSources() }])
    const path = `share/article-winter-range.${picture.etag.slice(1, -1)}.png`
    expect(await listPaths(site.files, 'share')).toEqual([path])
    renderCard = async () => Buffer.from('another')
    expect(await readText(picture)).toBe('a picture')
    expect(await readText(await findPicture())).toBe('a picture')
    expect(renderTasks).toHaveLength(1)
  })

  test.each<[string, Partial<SharedPage>]>([
    ['title', { title: 'Summer range' }],
    ['label', { label: 'Product' }],
    ['category', { category: 'cat-ev2' }],
    ['shape', { art: { drawing: DRAWING, shape: 'round' } }],
    ['drawing', { art: { drawing: 'scenes/share.svg', shape: 'panel' } }],
    ['site', { site: { name: 'Hebden Heat', tagline: 'Warm homes' } }],
  ])('is re-rendered and replaced when the %s changes', async (_what, page) => {
    const [before, after] = [await findPicture(), await findPicture(page)]
    expect(after.etag).not.toBe(before.etag)
    await before.read()
    await findPicture({}, 'article-winter').then((otherPicture) => otherPicture.read())
    renderCard = async () => Buffer.from('another')
    expect(await readText(after)).toBe('another')
    expect(await listPaths(site.files, 'share')).toEqual([
      `share/article-winter-range.${after.etag.slice(1, -1)}.png`,
      expect.stringMatching(/^share\/article-winter\./),
    ])
  })

  test.each<[string, Partial<SharedPage>, object]>([
    ['category of the page', { category: 'cat-solar' }, { category: 'cat-solar' }],
    [
      'fallback drawing if the drawing is missing',
      { art: { drawing: 'articles/nowhere.svg', shape: 'round' } },
      { art: { shape: 'round', scene: expect.stringContaining('<svg') } },
    ],
    [
      'fallback drawing if the photo is missing',
      { art: { photo: 'uploads/gone/800.webp' } },
      { art: { shape: 'panel', scene: expect.stringContaining('<svg') } },
    ],
  ])('uses the %s', async (_which, page, card) => {
    await (await findPicture(page)).read()
    expect(renderTasks[0]?.card).toMatchObject(card)
  })

  test('is rendered from the bytes of its photo, in the colours of cat-living', async () => {
    await putFile(site.files, 'uploads/a/800.webp', 'photo')
    const picture = await findPicture({ art: { photo: 'uploads/a/800.webp' } })
    await picture.read()
    expect(renderTasks[0]?.card).toEqual({ ...PAGE, art: { photo: Buffer.from('photo') }, category: 'cat-living' })
    await putFile(site.files, 'uploads/b/800.webp', 'photo')
    const otherPicture = await findPicture({ art: { photo: 'uploads/b/800.webp' } })
    await site.files.removeFolder('uploads/b')
    await expect(otherPicture.read()).rejects.toMatchObject({ status: 404, code: 'picture.not_found' })
  })

  test.each(['', 'A', 'a/b', 'a.b', 'x'.repeat(201)])('returns 404 for the name %j', async (name) => {
    await expect(findPicture({}, name)).rejects.toMatchObject({ status: 404, code: 'picture.not_found' })
  })
  test('accepts a name of 200 characters, the maximum', async () => {
    expect((await findPicture({}, 'x'.repeat(200))).etag).toMatch(/^"/)
  })

  test('is rendered once per site for concurrent requests', async () => {
    const rendering = Promise.withResolvers<Uint8Array>()
    renderCard = () => rendering.promise
    const picture = await findPicture()
    const otherSitePicture = await findPicture({}, 'article-winter-range', { id: 'other', files: site.files })
    const pendingReads = [picture.read(), picture.read(), otherSitePicture.read()]
    await vi.waitUntil(() => renderTasks.length === 2)
    rendering.resolve(Buffer.from('once'))
    expect((await Promise.all(pendingReads)).map((bytes) => Buffer.from(bytes).toString())).toEqual(['once', 'once', 'once'])
    expect(renderTasks).toHaveLength(2)
  })

  test('returns 503 with Retry-After if the queue is full, passes other errors on, and can be requested again', async () => {
    const picture = await findPicture()
    renderCard = () => Promise.reject(new PoolBusyError('full'))
    await expect(picture.read()).rejects.toMatchObject({
      status: 503,
      code: 'picture.busy',
      message: 'Too many pictures at the moment. Please try again shortly.',
      retryAfter: 20,
    })
    renderCard = () => Promise.reject(new Error('broken'))
    await expect(picture.read()).rejects.toThrow('broken')
    renderCard = async () => Buffer.from('at last')
    expect(await readText(picture)).toBe('at last')
  })
})

test('share pictures older than 90 days are deleted, at most once a day', async () => {
  const now = Date.now() + 400 * 86_400_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  await (await findPicture({}, 'old')).read()
  const listNames = async () => (await listPaths(site.files, 'share')).map((path) => path.replace(/share\/([a-z]+)\..*/, '$1'))
  vi.setSystemTime(now + 86_400_000 - 1)
  await (await findPicture({}, 'second')).read()
  expect(await listNames()).toEqual(['old', 'second'])
  vi.setSystemTime(now + 92 * 86_400_000)
  await (await findPicture({}, 'third')).read()
  expect(await listNames()).toEqual(['third'])
})
