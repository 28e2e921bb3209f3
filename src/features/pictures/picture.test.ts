/** Tests how pictures are served: encodings, ETags and caching. */
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

test('ETags of pictures are unique, and unchanged when the pictures are composed again', async () => {
  const listEtags = async () => Promise.all(PATHS.map(async (path) => (await findPicture(path))?.etag))
  const before = await listEtags()
  for (const tag of before) expect(tag).toMatch(/^"[\w-]{22}"$/)
  expect(new Set(before).size).toBe(PATHS.length)
  clearPictureCache()
  expect(await listEtags()).toEqual(before)
})

test('concurrent requests share one composed picture, until the cache is cleared', async () => {
  for (const path of PATHS) {
    const [first, second] = await Promise.all([findPicture(path), findPicture(path)])
    expect(first).toBe(second)
    clearPictureCache()
    expect(await findPicture(path)).not.toBe(first)
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
  // The call is repeated, as the first result may be cached.
  expect(await findPicture(path)).toBeUndefined()
})
