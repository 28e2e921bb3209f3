import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { flattenPicture } from './picture.flatten.ts'
import { toHexColour } from './picture.palette.ts'

const art = new URL('../../../content/art/', import.meta.url)
const readArt = (path: string) => readFileSync(new URL(path, art), 'utf8')
const parts = readArt('parts.svg')
const tokens = readFileSync(new URL('../../ui/styles/tokens.css', import.meta.url), 'utf8')
const scenes = ['articles', 'products', 'categories', 'experts', 'scenes'].flatMap((folder) =>
  readdirSync(new URL(folder, art)).map((name) => `${folder}/${name}`),
)

describe('a flattened picture', () => {
  it.each(scenes)('%s needs no style sheet and no symbols', (path) => {
    for (const sky of ['day', 'dusk'] as const) {
      const svg = flattenPicture({ scene: readArt(path), parts, tokens, sky })
      expect(/var\(|oklch|color-mix|<use|<style|="undefined"/.exec(svg)?.[0]).toBeUndefined()
    }
  })

  it('resolves colours by time of day, category and the style of each use', () => {
    const smallTokens = ':root{--a: light-dark(oklch(1 0 0), oklch(0 0 0));--x-mid: oklch(0.5 0 0)}.cat-x{--c-mid: var(--x-mid)}'
    const part = '<svg><symbol id="p" viewBox="0 0 1 1"><path fill="var(--paint,var(--a))"/></symbol></svg>'
    const scene = `<svg viewBox="0 0 2 1" class="cat-x"><use href="#p" x="1" width="1" height="1" style="--paint:var(--c-mid)"/><use href="#p"/><path class="night" fill="var(--a)"/></svg>`
    const listFills = (sky: 'day' | 'dusk') =>
      [...flattenPicture({ scene, parts: part, tokens: smallTokens, sky }).matchAll(/fill="([^"]+)"/g)].map((match) => match[1])
    expect(listFills('day')).toEqual(['#636363', '#ffffff'])
    expect(listFills('dusk')).toEqual(['#636363', '#000000', '#000000'])
    expect(() => flattenPicture({ scene: '<svg viewBox="0 0 1 1"><use href="#dragon"/></svg>', parts, tokens })).toThrow('dragon')
  })

  it.each([
    ['oklch(0.628 0.2577 29.23)', '#ff0000'],
    ['oklch(0.452 0.3132 264.05)', '#0000ff'],
    ['oklch(0 0 0 / 0.5)', '#00000080'],
    ['color-mix(in oklab,oklch(1 0 0) 25%,oklch(0 0 0))', '#222222'],
    ['none', 'none'],
  ])('toHexColour converts %s to %s', (colour, hex) => expect(toHexColour(colour)).toBe(hex))
})
