// A picture is served as one file that stands alone, so that an <img> can show it: this puts the file together.
import { COMMENT_PATTERN, readPalette, type Palette } from './picture.palette.ts'
import { shortenPicture } from './picture.shorten.ts'

/** Rules the drawings share. A rule is carried only by a picture that uses its class. */
const RULES: Record<string, string> = {
  dim: '.dim{font:600 13px system-ui,sans-serif;fill:var(--c-ink)}',
  night: '@media(prefers-color-scheme:light){.night{display:none}}',
  day: '@media(prefers-color-scheme:dark){.day{display:none}}',
  // Each change is painted anew by the page's own thread: ten a second are enough, and none while a slow phone is still taking the page over.
  blades:
    '@media(prefers-reduced-motion:no-preference){.blades{transform-box:view-box;transform-origin:60px 90px;animation:blades 24s steps(240) 6s infinite}@keyframes blades{to{transform:rotate(360deg)}}}',
}

const SYMBOL = /<symbol\b[^>]*\bid="([^"]+)"[^>]*>[\s\S]*?<\/symbol>/g

/**
 * Composes a scene into a standalone SVG: the symbols it uses, the palette values it uses (day values, and dusk
 * values for a dark colour scheme), the shared rules, without comments and idle white space.
 *
 * - `scene`: SVG text of one scene (`<svg viewBox=…>` root, `<use href="#part"/>`, colours as `var(--token)`).
 * - `parts`: SVG text with the shared `<symbol id=…>` elements; symbols may use other symbols.
 * - `tokens`: the text of `ui/styles/tokens.css`: `--name: light-dark(day, dusk);` or a plain value, and category classes.
 *
 * A group with `data-sky="dusk"` keeps the dusk values at any time of day.
 * Throws an `Error` that names the missing thing: an unknown symbol, an unknown token, a missing root or viewBox.
 * Same input, same text: the result may be cached and compared.
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
  const rules = Object.keys(RULES)
    .filter((name) => classes.has(name))
    .map((name) => RULES[name]!)
  const used = setsOf(
    [...palette.classes].filter(([name]) => classes.has(name)),
    drawing + rules.join(''),
  )
  const categories = used.map(([name, sets]) => `.${name}{${writeValues(sets)}}`)

  const given = new Set([...drawing.matchAll(/(--[\w-]+)\s*:/g)].map((match) => match[1]!))
  for (const [, sets] of used) for (const name of sets.keys()) given.add(name)
  const names = collectTokens([drawing, ...rules, ...categories].join(''), given, palette)

  const open = `${/\bxmlns=/.test(root) ? root.slice(0, -1) : root.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"').slice(0, -1)}>`
  const style = [...writePalette(names, palette, drawing.includes('data-sky="dusk"')), ...categories, ...rules].join('')
  return shortenPicture(squeeze(`${open}<style>${style}</style>${symbols.join('')}${body.slice(root.length)}`))
}

/** Of a category's colours only those that something in the drawing takes. */
function setsOf(classes: [string, Map<string, string>][], text: string): [string, Map<string, string>][] {
  return classes
    .map(([name, sets]): [string, Map<string, string>] => [name, new Map([...sets].filter(([key]) => text.includes(`var(${key}`)))])
    .filter(([, sets]) => sets.size > 0)
}

/** The symbols a drawing uses, with the symbols those use, in the order of the parts file. */
function collectSymbols(body: string, parts: string): string[] {
  const known = new Map([...parts.replace(COMMENT_PATTERN, '').matchAll(SYMBOL)].map((match) => [match[1]!, match[0]]))
  const local = new Set([...body.matchAll(/\bid="([^"]+)"/g)].map((match) => match[1]!))
  const wanted = new Set<string>()
  const visit = (text: string) => {
    for (const [, id] of text.matchAll(/\bhref="#([^"]+)"/g)) {
      if (wanted.has(id!) || local.has(id!)) continue
      const symbol = known.get(id!)
      if (!symbol) throw new Error(`No part is called "${id}".`)
      wanted.add(id!)
      visit(symbol)
    }
  }
  visit(body)
  return [...known].filter(([id]) => wanted.has(id)).map(([, symbol]) => symbol)
}

/** The tokens a text names, with the tokens their values name. A name given by the drawing itself is no token. */
function collectTokens(text: string, given: Set<string>, palette: Palette): string[] {
  const names = new Set<string>()
  const visit = (part: string) => {
    for (const [, name, fallback] of part.matchAll(/var\(\s*(--[\w-]+)\s*(,)?/g)) {
      if (names.has(name!)) continue
      const value = palette.values.get(name!)
      if (value) {
        names.add(name!)
        visit(value.join(' '))
      } else if (!fallback && !given.has(name!)) throw new Error(`No token is called "${name}".`)
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

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/> </g, '><').replace(/ ?\/>/g, '/>').trim()
}
