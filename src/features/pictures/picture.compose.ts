// Composes standalone SVG files, which an <img> element can show.
import { COMMENT_PATTERN, readPalette, type Palette } from './picture.palette.ts'
import { shortenPicture } from './picture.shorten.ts'

/** Shared CSS rules by class. A picture contains only the rules for the classes that it uses. */
const RULES_BY_CLASS: Record<string, string> = {
  dim: '.dim{font:600 13px system-ui,sans-serif;fill:var(--c-ink)}',
  night: '@media(prefers-color-scheme:light){.night{display:none}}',
  day: '@media(prefers-color-scheme:dark){.day{display:none}}',
  // Each step repaints on the main thread. Ten steps per second suffice, and none happens in the first 6 s, while a slow phone still hydrates the page.
  blades:
    '@media(prefers-reduced-motion:no-preference){.blades{transform-box:view-box;transform-origin:60px 90px;animation:blades 24s steps(240) 6s infinite}@keyframes blades{to{transform:rotate(360deg)}}}',
}

const SYMBOL_PATTERN = /<symbol\b[^>]*\bid="([^"]+)"[^>]*>[\s\S]*?<\/symbol>/g

/**
 * Composes a scene into a standalone SVG. It contains the symbols and palette values that the scene uses (day values, and dusk values for a
 * dark colour scheme) and the shared rules, without comments and redundant white space.
 *
 * - `scene`: SVG text of one scene (`<svg viewBox=…>` root, `<use href="#part"/>`, colours as `var(--token)`).
 * - `parts`: SVG text with the shared `<symbol id=…>` elements; symbols may use other symbols.
 * - `tokens`: text of `ui/styles/tokens.css`: `--name: light-dark(day, dusk);` or a plain value, and category classes.
 *
 * A group with `data-sky="dusk"` always has the dusk values. The result is deterministic, so that it can be cached and compared.
 * @throws Error for an unknown symbol, an unknown token, a missing root or viewBox
 */
export function composePicture({ scene, parts, tokens }: { scene: string; parts: string; tokens: string }): string {
  const palette = readPalette(tokens)
  const body = scene
    .replace(/<\?xml[^>]*>/, '')
    .replace(COMMENT_PATTERN, '')
    .trim()
  const root = /^<svg\b[^>]*>/.exec(body)?.[0]
  if (!root || !/\bviewBox="/.test(root)) throw new Error('A scene starts with <svg viewBox=…>.')

  const symbols = collectSymbols(body, parts)
  const drawing = body + symbols.join('')
  const classes = new Set([...drawing.matchAll(/\bclass="([^"]*)"/g)].flatMap((match) => match[1]!.split(/\s+/)))
  const rules = Object.keys(RULES_BY_CLASS)
    .filter((name) => classes.has(name))
    .map((name) => RULES_BY_CLASS[name]!)
  const usedCategories = filterUsedColours(
    [...palette.classes].filter(([name]) => classes.has(name)),
    drawing + rules.join(''),
  )
  const categories = usedCategories.map(([name, sets]) => `.${name}{${writeValues(sets)}}`)

  const declaredNames = new Set([...drawing.matchAll(/(--[\w-]+)\s*:/g)].map((match) => match[1]!))
  for (const [, sets] of usedCategories) for (const name of sets.keys()) declaredNames.add(name)
  const names = collectTokens([drawing, ...rules, ...categories].join(''), declaredNames, palette)

  const rootTag = `${/\bxmlns=/.test(root) ? root.slice(0, -1) : root.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"').slice(0, -1)}>`
  const style = [...writePalette(names, palette, drawing.includes('data-sky="dusk"')), ...categories, ...rules].join('')
  return shortenPicture(collapseWhitespace(`${rootTag}<style>${style}</style>${symbols.join('')}${body.slice(root.length)}`))
}

/** Reduces the categories to those colours that the text uses. */
function filterUsedColours(classes: [string, Map<string, string>][], text: string): [string, Map<string, string>][] {
  return classes
    .map(([name, sets]): [string, Map<string, string>] => [name, new Map([...sets].filter(([key]) => text.includes(`var(${key}`)))])
    .filter(([, sets]) => sets.size > 0)
}

/** Returns the symbols that a drawing uses, directly or through other symbols, in the order of the parts file. */
function collectSymbols(body: string, parts: string): string[] {
  const symbolsById = new Map([...parts.replace(COMMENT_PATTERN, '').matchAll(SYMBOL_PATTERN)].map((match) => [match[1]!, match[0]]))
  const localIds = new Set([...body.matchAll(/\bid="([^"]+)"/g)].map((match) => match[1]!))
  const usedIds = new Set<string>()
  const visitSymbols = (text: string) => {
    for (const [, id] of text.matchAll(/\bhref="#([^"]+)"/g)) {
      if (usedIds.has(id!) || localIds.has(id!)) continue
      const symbol = symbolsById.get(id!)
      if (!symbol) throw new Error(`There is no part "${id}".`)
      usedIds.add(id!)
      visitSymbols(symbol)
    }
  }
  visitSymbols(body)
  return [...symbolsById].filter(([id]) => usedIds.has(id)).map(([, symbol]) => symbol)
}

/** Returns the names of the tokens that a text uses, directly or through other tokens. Properties in `declared` are set by the drawing itself and are no tokens. */
function collectTokens(text: string, declared: Set<string>, palette: Palette): string[] {
  const names = new Set<string>()
  const visit = (part: string) => {
    for (const [, name, fallback] of part.matchAll(/var\(\s*(--[\w-]+)\s*(,)?/g)) {
      if (names.has(name!)) continue
      const value = palette.values.get(name!)
      if (value) {
        names.add(name!)
        visit(value.join(' '))
      } else if (!fallback && !declared.has(name!)) throw new Error(`There is no token "${name}".`)
    }
  }
  visit(text)
  return [...names].sort()
}

function writePalette(names: string[], palette: Palette, alwaysDusk: boolean): string[] {
  const pairs = names.map((name) => [name, palette.values.get(name)!] as const)
  const day = new Map(pairs.map(([name, [value]]) => [name, value]))
  const dusk = new Map(pairs.filter(([, [light, dark]]) => light !== dark).map(([name, [, dark]]) => [name, dark]))
  const blocks = [`:root{${writeValues(day)}}`, `@media(prefers-color-scheme:dark){:root{${writeValues(dusk)}}}`]
  if (alwaysDusk) blocks.push(`[data-sky=dusk]{${writeValues(dusk)}}`)
  return names.length === 0 ? [] : blocks
}

function writeValues(values: Map<string, string>): string {
  return [...values].map(([name, value]) => `${name}:${value}`).join(';')
}

function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/> </g, '><').replace(/ ?\/>/g, '/>').trim()
}
