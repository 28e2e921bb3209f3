/** What the server hands out of a drawing: the same in each encoding, with a tag that changes only with it. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { clearPictureCache, findPicture, readScene } from './picture.service.ts'

const PATHS = ['scenes/hero.svg', 'drawn/wall-battery.w640.h1050.v3.svg']

test.each(PATHS)('%s is the same drawing in each encoding', async (path) => {
  const picture = await findPicture(path)
  expect(picture?.identity.toString()).toMatch(/^<svg[^>]* xmlns=/)
  expect(brotliDecompressSync(picture?.br ?? Buffer.alloc(0))).toEqual(picture?.identity)
  expect(gunzipSync(picture?.gzip ?? Buffer.alloc(0))).toEqual(picture?.identity)
})

test('its tag is its own, and the same when it is made again', async () => {
  const tags = async () => Promise.all(PATHS.map(async (path) => (await findPicture(path))?.etag))
  const before = await tags()
  for (const tag of before) expect(tag).toMatch(/^"[\w-]{22}"$/)
  expect(new Set(before).size).toBe(PATHS.length)
  clearPictureCache()
  expect(await tags()).toEqual(before)
})

test('is composed once for all who ask, until it is forgotten', async () => {
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
])('there is no %j', async (path) => {
  expect(await findPicture(path)).toBeUndefined()
  expect(await readScene(path)).toBeUndefined()
  // Not the second time either.
  expect(await findPicture(path)).toBeUndefined()
})
