/** Served pictures: encodings, ETags and caching. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { clearPictureCache, findPicture, readScene } from './picture.service.ts'

const PATHS = ['scenes/hero.svg', 'drawn/wall-battery.w640.h1050.v3.svg']

test.each(PATHS)('%s is the same in each encoding', async (path) => {
  const picture = await findPicture(path)
  expect(picture?.identity.toString()).toMatch(/^<svg[^>]* xmlns=/)
  expect(brotliDecompressSync(picture?.br ?? Buffer.alloc(0))).toEqual(picture?.identity)
  expect(gunzipSync(picture?.gzip ?? Buffer.alloc(0))).toEqual(picture?.identity)
})

test('ETags are unique, and the same after recomposing', async () => {
  const tags = async () => Promise.all(PATHS.map(async (path) => (await findPicture(path))?.etag))
  const before = await tags()
  for (const tag of before) expect(tag).toMatch(/^"[\w-]{22}"$/)
  expect(new Set(before).size).toBe(PATHS.length)
  clearPictureCache()
  expect(await tags()).toEqual(before)
})

test('a picture is composed once for concurrent requests, until the cache is cleared', async () => {
  for (const path of PATHS) {
    const [one, other] = await Promise.all([findPicture(path), findPicture(path)])
    expect(one).toBe(other)
    clearPictureCache()
    expect(await findPicture(path)).not.toBe(one)
  }
})

test.each([
  'scenes/nothing-like-it.svg',
  'scenes/../parts.svg',
  'parts.svg',
  'scenes/hero.png',
  'drawn/dragon.v1.svg',
  'scenes/Hero.svg',
  '',
])('findPicture and readScene return undefined for %j', async (path) => {
  expect(await findPicture(path)).toBeUndefined()
  expect(await readScene(path)).toBeUndefined()
  // Repeated, as the first result may be cached.
  expect(await findPicture(path)).toBeUndefined()
})
