/** Minifies composed pictures: short names, colours and numbers; symbols that are used once are inlined. The source files stay readable. */
import { toHexColour } from './picture.palette.ts'
import { shortenPath, writeNumber } from './path.shorten.ts'

/** Attributes in user units, which are rounded to a tenth. */
const MEASURES = /\b(x|y|width|height|cx|cy|r|rx|ry|x1|y1|x2|y2)="(-?[\d.]+)"/g

export function shortenPicture(svg: string): string {
  return renameIdentifiers(inlineSymbols(svg))
    .replace(/oklch\([^()]*\)/g, shortColour)
    .replace(/<rect( [^>]*?)\/>/g, asPath)
    .replace(/ d="([^"]+)"/g, (_, path: string) => ` d="${shortenPath(path)}"`)
    .replace(MEASURES, (_, name: string, size: string) => `${name}="${writeNumber(Number(size))}"`)
    .replace(/<path [^>]*>/g, removeClosing)
    .replace(/<(use|svg) [^>]*>/g, (tag) => tag.replace(/ [xy]="0"/g, ''))
}

/** Inlines symbols that are used once, unless the `use` has a transform or clip-path: not all browsers support these on nested `svg`. */
function inlineSymbols(svg: string): string {
  let placed = svg
  for (const [symbol, id, frame, inner] of svg.matchAll(/<symbol id="([^"]+)"([^>]*)>([\s\S]*?)<\/symbol>/g)) {
    const uses = [...placed.matchAll(new RegExp(`<use href="#${id}"([^>]*?)/>`, 'g'))]
    const [use] = uses
    if (!use || uses.length > 1 || /transform|clip-path/.test(use[1]!) || placed.split(`"#${id}"`).length > 2) continue
    // The current text of the symbol, in which others may have been inlined meanwhile.
    const current = new RegExp(`<symbol id="${id}"[^>]*>([\\s\\S]*?)</symbol>`).exec(placed)
    placed = placed.replace(current?.[0] ?? symbol, '').replace(use[0], () => `<svg${use[1]}${frame}>${current?.[1] ?? inner}</svg>`)
  }
  return placed
}

/** Converts a `rect` without rounded corners to a path, which is shorter. */
function asPath(rect: string, attributes: string): string {
  if (/ r[xy]="/.test(attributes)) return rect
  const measure = (name: string) => new RegExp(` ${name}="(-?[\\d.]+)"`).exec(attributes)?.[1]
  const [width, height] = [measure('width'), measure('height')]
  if (width === undefined || height === undefined) return rect
  const rest = attributes.replace(/ (x|y|width|height)="[^"]*"/g, '')
  return `<path d="M${measure('x') ?? 0} ${measure('y') ?? 0}h${width}v${height}h-${width}Z"${rest}/>`
}

/** Removes `Z` from filled paths without a stroke, which are closed implicitly. */
const removeClosing = (path: string) => (/ fill="var/.test(path) && !/ stroke="/.test(path) ? path.replace(/Z(?=M|")/g, '') : path)

/** Converts oklch to hex, except colours that may be clipped in sRGB (a component of 00 or ff). */
const shortColour = (colour: string): string => {
  const hex = toHexColour(colour)
  return /(?:00|ff)/.test(hex.slice(1, 7)) ? colour : hex
}

/** Renames ids and custom properties to one or two letters, the most frequent properties to the shortest names. */
function renameIdentifiers(svg: string): string {
  const ids = shortNames([...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!))
  const properties = shortNames(mostFrequentFirst([...svg.matchAll(/--[\w-]+/g)].map((match) => match[0])))
  return svg
    .replace(/( id="| href="#|url\(#)([^")]+)/g, (whole, before: string, id: string) => (ids.has(id) ? before + ids.get(id) : whole))
    .replace(/--[\w-]+/g, (name) => `--${properties.get(name)}`)
}

const mostFrequentFirst = (names: string[]): string[] => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts.keys()].toSorted((a, b) => counts.get(b)! - counts.get(a)!)
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const shortNames = (names: string[]): Map<string, string> =>
  new Map(
    [...new Set(names)].map((name, at) => [
      name,
      at < LETTERS.length ? LETTERS[at]! : LETTERS[Math.floor(at / LETTERS.length) - 1]! + LETTERS[at % LETTERS.length]!,
    ]),
  )
