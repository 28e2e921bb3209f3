import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { DRAWN_PARTS } from './drawn.parts.ts'
import { DRAWN_FORM_NAMES, createDrawnPath, parseDrawnPath, VARIETY_COUNT, type DrawnProduct, type DrawnForm } from './drawn.policy.ts'
import { drawScene } from './drawn.scene.ts'
import { composePicture } from './picture.compose.ts'
import { flattenPicture } from './picture.flatten.ts'
import { findPicture, readScene } from './picture.service.ts'

const readSource = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const sources = { parts: readSource('content/art/parts.svg'), tokens: readSource('src/ui/styles/tokens.css') }
const forms = Object.keys(DRAWN_FORM_NAMES) as DrawnForm[]

describe('the path of a drawing', () => {
  const fullProduct: DrawnProduct = {
    form: 'wall-battery',
    width: 640,
    height: 1050,
    length: 900,
    count: 4,
    specValue: { number: 9.6, unit: 'kwh' },
    variety: 3,
  }

  it('contains all parameters and is parsed back', () => {
    expect(createDrawnPath(fullProduct)).toBe('/art/drawn/wall-battery.w640.h1050.l900.n4.f9_6kwh.v3.svg')
    expect(parseDrawnPath(createDrawnPath(fullProduct))).toEqual(fullProduct)
    for (const form of forms) expect(parseDrawnPath(createDrawnPath({ form, variety: 15 }))).toEqual({ form, variety: 15 })
  })

  it('omits values that are out of range', () => {
    const outOfRange = { form: 'panels', width: 3, height: 99_999, count: 400, specValue: { number: 0, unit: 'w' }, variety: 0 } as const
    expect(createDrawnPath(outOfRange)).toBe('/art/drawn/panels.n12.v0.svg')
  })

  it.each([
    '/art/drawn/dragon.v1.svg',
    '/art/drawn/toString.v1.svg',
    '/art/drawn/panels.svg',
    `/art/drawn/panels.v${VARIETY_COUNT}.svg`,
    '/art/drawn/panels.v01.svg',
    '/art/drawn/panels.n1.v1.svg',
    '/art/drawn/panels.n99.v1.svg',
    '/art/drawn/panels.w0640.v1.svg',
    '/art/drawn/panels.f10parsec.v1.svg',
    '/art/drawn/panels.f10constructor.v1.svg',
    '/art/drawn/../drawn/panels.v1.svg',
    '/art/scenes/empty.svg',
  ])('rejects the path %s', async (path) => {
    expect(parseDrawnPath(path)).toBeUndefined()
    expect(path.startsWith('/art/drawn/') ? await findPicture(path.slice('/art/'.length)) : undefined).toBeUndefined()
  })
})

describe.each(forms)('%s', (form) => {
  const sizes: Omit<DrawnProduct, 'form' | 'variety'>[] = [
    {},
    { width: 2_200, height: 1_400, length: 4_900 },
    { width: 210, height: 330, length: 3_500 },
    { specValue: { number: 12.5, unit: 'kw' } },
  ]

  test('the drawing consists of existing parts, is a small file and stays within its frame', () => {
    const counts = DRAWN_PARTS[form].kind === 'panel' ? [1, 3, 7, 12] : [1, 1, 1, 1]
    for (const [index, size] of sizes.entries()) {
      const scene = drawScene({ form, ...size, variety: index, count: counts[index]! })
      const svg = composePicture({ scene, ...sources })
      expect(Buffer.byteLength(svg)).toBeLessThan(6 * 1024)
      expect(svg).toContain(`<title>${DRAWN_FORM_NAMES[form]}</title>`)
      expect(flattenPicture({ scene, ...sources })).not.toMatch(/var\(|<use|NaN/)
      expect(findClipped(scene)).toEqual([])
    }
  })

  test('the field has the size of the symbol’s viewBox', () => {
    const [, width, height] =
      new RegExp(`<symbol id="${DRAWN_PARTS[form].part}" viewBox="0 0 ([\\d.]+) ([\\d.]+)"`).exec(sources.parts) ?? []
    expect(DRAWN_PARTS[form].field).toEqual([Number(width), Number(height)])
  })
})

test('findPicture and readScene return a generated drawing by its path', async () => {
  const path = 'drawn/tall-heat-pump.w1180.h1390.v6.svg'
  const picture = await findPicture(path)
  expect(picture?.identity.toString()).toContain('1,180 mm')
  expect(await readScene(path)).toContain('<use href="#heatpump-tall"')
  expect((await findPicture(path))?.etag).toBe(picture?.etag)
  expect(await readScene('drawn/dragon.v1.svg')).toBeUndefined()
})

/** Returns the texts that do not fit into the drawing, and the parts that are cut off at the left or right. */
function findClipped(scene: string): string[] {
  const clippedTexts = [...scene.matchAll(/<text x="([\d.-]+)" y="([\d.-]+)"( text-anchor="middle")? class="dim">([^<]+)</g)].filter(
    ([, x, y, middle, text = '']) => Number(x) + text.length * (middle ? 3.9 : 7.8) > 400 || Number(y) > 316,
  )
  const clippedParts = [...scene.matchAll(/<use href="#([\w-]+)" x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)"/g)].filter(
    ([, part, x, , width]) => part !== 'panel-slate' && (Number(x) < -12 || Number(x) + Number(width) > 412),
  )
  return [...clippedTexts, ...clippedParts].map(([match]) => match)
}
