/**
 * Minifies composed pictures: short names, colours and numbers, and symbols that are used once are inlined. The source files stay readable.
 */
import { toHexColour } from './picture.palette.ts'
import { shortenPath, formatNumber } from './path.shorten.ts'

/** Matches attributes in user units, which are rounded to a tenth. */
const SIZE_ATTRIBUTES = /\b(x|y|width|height|cx|cy|r|rx|ry|x1|y1|x2|y2)="(-?[\d.]+)"/g

export function shortenPicture(svg: string): string {
  return renameIdentifiers(inlineSymbols(svg))
    .replace(/oklch\([^()]*\)/g, shortenColour)
    .replace(/<rect( [^>]*?)\/>/g, convertRectToPath)
    .replace(/ d="([^"]+)"/g, (_, path: string) => ` d="${shortenPath(path)}"`)
    .replace(SIZE_ATTRIBUTES, (_, name: string, size: string) => `${name}="${formatNumber(Number(size))}"`)
    .replace(/<path [^>]*>/g, removeClosePath)
    .replace(/<(use|svg) [^>]*>/g, (tag) => tag.replace(/ [xy]="0"/g, ''))
}

/** Inlines symbols that are used once, unless the `use` has a transform or clip-path, which not all browsers support on a nested `svg`. */
function inlineSymbols(svg: string): string {
  let result = svg
  for (const [symbol, id, frame, inner] of svg.matchAll(/<symbol id="([^"]+)"([^>]*)>([\s\S]*?)<\/symbol>/g)) {
    const uses = [...result.matchAll(new RegExp(`<use href="#${id}"([^>]*?)/>`, 'g'))]
    const [use] = uses
    if (!use || uses.length > 1 || /transform|clip-path/.test(use[1]!) || result.split(`"#${id}"`).length > 2) continue
    // The text of the symbol is read again, as other symbols may have been inlined in it meanwhile.
    const current = new RegExp(`<symbol id="${id}"[^>]*>([\\s\\S]*?)</symbol>`).exec(result)
    result = result.replace(current?.[0] ?? symbol, '').replace(use[0], () => `<svg${use[1]}${frame}>${current?.[1] ?? inner}</svg>`)
  }
  return result
}

/** Converts a `rect` without rounded corners to a path, which is shorter. */
function convertRectToPath(rect: string, attributes: string): string {
  if (/ r[xy]="/.test(attributes)) return rect
  const getAttribute = (name: string) => new RegExp(` ${name}="(-?[\\d.]+)"`).exec(attributes)?.[1]
  const [width, height] = [getAttribute('width'), getAttribute('height')]
  if (width === undefined || height === undefined) return rect
  const otherAttributes = attributes.replace(/ (x|y|width|height)="[^"]*"/g, '')
  return `<path d="M${getAttribute('x') ?? 0} ${getAttribute('y') ?? 0}h${width}v${height}h-${width}Z"${otherAttributes}/>`
}

/** Removes `Z` from filled paths without a stroke, because fills close a path implicitly. */
const removeClosePath = (path: string) => (/ fill="var/.test(path) && !/ stroke="/.test(path) ? path.replace(/Z(?=M|")/g, '') : path)

/** Converts oklch to hex, except for colours that may be clipped in sRGB (a component of 00 or ff). */
const shortenColour = (colour: string): string => {
  const hex = toHexColour(colour)
  return /(?:00|ff)/.test(hex.slice(1, 7)) ? colour : hex
}

/** Renames ids and custom properties to one or two letters. The most frequent properties get the shortest names. */
function renameIdentifiers(svg: string): string {
  const ids = assignShortNames([...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!))
  const properties = assignShortNames(sortByFrequency([...svg.matchAll(/--[\w-]+/g)].map((match) => match[0])))
  return svg
    .replace(/( id="| href="#|url\(#)([^")]+)/g, (match, prefix: string, id: string) => (ids.has(id) ? prefix + ids.get(id) : match))
    .replace(/--[\w-]+/g, (name) => `--${properties.get(name)}`)
}

const sortByFrequency = (names: string[]): string[] => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts.keys()].toSorted((a, b) => counts.get(b)! - counts.get(a)!)
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const assignShortNames = (names: string[]): Map<string, string> =>
  new Map(
    [...new Set(names)].map((name, index) => [
      name,
      index < LETTERS.length ? LETTERS[index]! : LETTERS[Math.floor(index / LETTERS.length) - 1]! + LETTERS[index % LETTERS.length]!,
    ]),
  )
