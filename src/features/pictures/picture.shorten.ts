/** A composed picture in fewer bytes: the same drawing, with short names, short colours and short numbers. The parts themselves stay readable. */
import { toHexColour } from './picture.palette.ts'
import { shortenPath, writeNumber } from './path.shorten.ts'

/** Attributes that measure in the drawing's own units, where a tenth is finer than any screen. */
const MEASURES = /\b(x|y|width|height|cx|cy|r|rx|ry|x1|y1|x2|y2)="(-?[\d.]+)"/g

export function shortenPicture(svg: string): string {
  return nameShortly(placeOnce(svg))
    .replace(/oklch\([^()]*\)/g, shortColour)
    .replace(/<rect( [^>]*?)\/>/g, asPath)
    .replace(/ d="([^"]+)"/g, (_, path: string) => ` d="${shortenPath(path)}"`)
    .replace(MEASURES, (_, name: string, size: string) => `${name}="${writeNumber(Number(size))}"`)
    .replace(/<path [^>]*>/g, leaveOpen)
    .replace(/<(use|svg) [^>]*>/g, (tag) => tag.replace(/ [xy]="0"/g, ''))
}

/** A part that stands in one place is drawn there. What turns it belongs to a `use`, not to every browser's drawing in a drawing. */
function placeOnce(svg: string): string {
  let placed = svg
  for (const [symbol, id, frame, inner] of svg.matchAll(/<symbol id="([^"]+)"([^>]*)>([\s\S]*?)<\/symbol>/g)) {
    const uses = [...placed.matchAll(new RegExp(`<use href="#${id}"([^>]*?)/>`, 'g'))]
    const [use] = uses
    if (!use || uses.length > 1 || /transform|clip-path/.test(use[1]!) || placed.split(`"#${id}"`).length > 2) continue
    // What was placed inside it meanwhile moves with it.
    const now = new RegExp(`<symbol id="${id}"[^>]*>([\\s\\S]*?)</symbol>`).exec(placed)
    placed = placed.replace(now?.[0] ?? symbol, '').replace(use[0], () => `<svg${use[1]}${frame}>${now?.[1] ?? inner}</svg>`)
  }
  return placed
}

/** A box with sharp corners is shorter as a line. */
function asPath(rect: string, attributes: string): string {
  if (/ r[xy]="/.test(attributes)) return rect
  const measure = (name: string) => new RegExp(` ${name}="(-?[\\d.]+)"`).exec(attributes)?.[1]
  const [width, height] = [measure('width'), measure('height')]
  if (width === undefined || height === undefined) return rect
  const rest = attributes.replace(/ (x|y|width|height)="[^"]*"/g, '')
  return `<path d="M${measure('x') ?? 0} ${measure('y') ?? 0}h${width}v${height}h-${width}Z"${rest}/>`
}

/** A surface without an outline closes by itself. */
const leaveOpen = (path: string) => (/ fill="var/.test(path) && !/ stroke="/.test(path) ? path.replace(/Z(?=M|")/g, '') : path)

/** What the screen's plain colours cannot show stays as it is written. */
const shortColour = (colour: string): string => {
  const hex = toHexColour(colour)
  return /(?:00|ff)/.test(hex.slice(1, 7)) ? colour : hex
}

/** Parts and custom properties are called by one or two letters; the properties in the order of their use, so that the commonest is the shortest. */
function nameShortly(svg: string): string {
  const ids = shortNames([...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!))
  const properties = shortNames(commonestFirst([...svg.matchAll(/--[\w-]+/g)].map((match) => match[0])))
  return svg
    .replace(/( id="| href="#|url\(#)([^")]+)/g, (whole, before: string, id: string) => (ids.has(id) ? before + ids.get(id) : whole))
    .replace(/--[\w-]+/g, (name) => `--${properties.get(name)}`)
}

const commonestFirst = (names: string[]): string[] => {
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
