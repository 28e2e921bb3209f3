import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testAtNight } from '#tests/support/at-night.ts'
import { SUBSET_CHARACTERS, FONT_SUBSETS, makeFontSubset } from './subset-fonts.ts'

describe('font subsets', () => {
  for (const subset of FONT_SUBSETS)
    testAtNight(`${subset.file} is up to date with its package`, async () => {
      expect((await makeFontSubset(subset)).equals(readFileSync(join(import.meta.dirname, subset.file)))).toBe(true)
    })

  it.each(FONT_SUBSETS)('fonts.css declares exactly the characters of $file as its unicode-range', ({ file }) => {
    const css = readFileSync(join(import.meta.dirname, '../fonts.css'), 'utf8')
    const face = css.split('@font-face').find((block) => block.includes(file)) ?? ''
    const ranges = [...face.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)]
    const declared = ranges.flatMap(([, firstHex = '', lastHex = firstHex]) => {
      const firstCode = Number.parseInt(firstHex, 16)
      return Array.from({ length: Number.parseInt(lastHex, 16) - firstCode + 1 }, (_, index) => String.fromCodePoint(firstCode + index))
    })
    expect(declared.toSorted()).toEqual([...SUBSET_CHARACTERS].toSorted())
  })
})
