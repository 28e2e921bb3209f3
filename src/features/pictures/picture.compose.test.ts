import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { nonEmpty } from '#tests/support/non-empty.ts'
import { composePicture } from './picture.compose.ts'
import { toHexColour } from './picture.palette.ts'

const art = new URL('../../../content/art/', import.meta.url)
const readArt = (path: string) => readFileSync(new URL(path, art), 'utf8')
const parts = readArt('parts.svg')
const tokens = readFileSync(new URL('../../ui/styles/tokens.css', import.meta.url), 'utf8')
const folders = ['articles', 'products', 'categories', 'experts', 'scenes', 'tools']
const scenes = folders.flatMap((folder) => readdirSync(new URL(folder, art)).map((name) => `${folder}/${name}`))
const alt = new Map([...readArt('alt.yaml').matchAll(/^(\/art\/\S+): "(.*)"$/gm)].map((line) => [line[1]!, line[2]!]))

const RAW_COLOUR =
  /#[0-9a-f]{3,8}\b(?=["';\s)])|\b(rgba?|hsla?|oklch|oklab|lch|lab)\(|(?:fill|stroke|stop-color)="(?!none|var\(|url\(|color-mix\()/i

describe('pictures', () => {
  it.each(scenes)('%s is a standalone SVG', (path) => {
    const scene = readArt(path)
    const svg = composePicture({ scene, parts, tokens })

    expect(scene).toMatch(/<title>[^<]+<\/title>/)
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect(findUnclosed(svg)).toEqual([])
    const ids = new Set([...svg.matchAll(/\bid="([^"]+)"/g)].map((match) => match[1]))
    for (const [, id] of svg.matchAll(/(?:\bhref="|url\()#([^")]+)/g)) expect(ids).toContain(id)
    expect(svg.length).toBeLessThan(path === 'scenes/hero.svg' ? 60_000 : 30_000)
  })

  it.each([...scenes, 'parts.svg'])('%s uses tokens instead of raw colours', (path) => {
    expect(RAW_COLOUR.exec(readArt(path).replace(/href="#[^"]+"|url\(#[^)]+\)/g, 'url('))?.[0]).toBeUndefined()
  })

  it('have a median size under 4 KB, and those of articles under 8 KB', () => {
    const getComposedSize = (path: string) => Buffer.byteLength(composePicture({ scene: readArt(path), parts, tokens }))
    const calculateMedian = (sizes: number[]) => sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)]
    expect(calculateMedian(scenes.map(getComposedSize))).toBeLessThan(4 * 1024)
    expect(calculateMedian(scenes.filter((path) => path.startsWith('articles/')).map(getComposedSize))).toBeLessThan(8 * 1024)
  })

  it('have alternative text, and no alternative text is left without its picture', () => {
    expect([...alt.keys()].sort()).toEqual(scenes.map((path) => `/art/${path}`).sort())
    for (const [path, text] of nonEmpty([...alt].filter(([path]) => !path.startsWith('/art/scenes/')))) expect(text, path).not.toBe('')
  })

  it('contain only the symbols and tokens that they use, with day and dusk values', () => {
    const scene = '<svg viewBox="0 0 9 9" class="cat-ev"><use href="#pot"/><path fill="var(--c-ink)" d="M0 0"/></svg>'
    const svg = composePicture({ scene, parts, tokens })
    const findHexColours = (name: string) => {
      const [, day = '', dusk = ''] = new RegExp(`--${name}: light-dark\\((oklch\\([^)]*\\)), (oklch\\([^)]*\\))\\)`).exec(tokens) ?? []
      return [day, dusk].map(toHexColour)
    }
    const [day, dusk] = svg.split('@media(prefers-color-scheme:dark)')
    expect(day).toContain(findHexColours('ev-ink')[0])
    expect(dusk).toContain(findHexColours('ev-ink')[1])
    expect(svg).not.toContain(findHexColours('hill-1')[0])
    expect(svg.split('<svg')).toHaveLength(3)
    expect(svg).not.toContain('<symbol')
  })

  it('are rejected if they have an unknown part, an unknown token, or no viewBox', () => {
    const composeLater = (scene: string) => () => composePicture({ scene, parts, tokens })
    expect(composeLater('<svg viewBox="0 0 9 9"><use href="#dragon"/></svg>')).toThrow('dragon')
    expect(composeLater('<svg viewBox="0 0 9 9"><path fill="var(--mauve)"/></svg>')).toThrow('--mauve')
    expect(composeLater('<svg><path fill="var(--ink)"/></svg>')).toThrow('viewBox')
  })
})

/** Returns the first end tag without a start tag, or else the start tags without an end tag. */
function findUnclosed(svg: string): string[] {
  const openTags: string[] = []
  for (const [, closing, name, selfClosing] of svg.matchAll(/<(\/?)([a-zA-Z]+)[^>]*?(\/?)>/g)) {
    if (closing && openTags.at(-1) === name) openTags.pop()
    else if (closing) return [`/${name}`]
    else if (!selfClosing) openTags.push(name!)
  }
  return openTags
}
