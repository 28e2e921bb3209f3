// Flattens scenes for the image library (sharp): no symbols, custom properties or media queries, plain sRGB colours.
import { COMMENT_PATTERN, readPalette, toHexColour, type Palette } from './picture.palette.ts'

interface Element {
  name: string
  attributes: Map<string, string>
  children: (Element | string)[]
}

interface Drawing {
  palette: Palette
  parts: Map<string, Element>
  sky: 'day' | 'dusk'
}

/** Computed custom properties of an element. */
type Values = ReadonlyMap<string, string>

/** Class that is hidden at each time of day. */
const HIDDEN = { day: 'night', dusk: 'day' }
/** Attributes of dimension texts; the font family is that of `fonts/card-firm.ttf`, which `share.card.ts` loads. */
const DIMENSION = { 'font-family': 'CardfaceTwo,sans-serif', 'font-size': '13' }

/**
 * Returns the same picture as `composePicture`, for one time of day, with every `use` expanded.
 * @throws Error for an unknown part
 */
export function flattenPicture({
  scene,
  parts,
  tokens,
  sky = 'day',
}: {
  scene: string
  parts: string
  tokens: string
  sky?: Drawing['sky']
}): string {
  const palette = readPalette(tokens)
  const known = new Map<string, Element>()
  for (const part of parse(parts).children) if (typeof part !== 'string') known.set(part.attributes.get('id') ?? '', part)
  const root = parse(scene)
  root.attributes.set('xmlns', 'http://www.w3.org/2000/svg')
  return write(root, { palette, parts: known, sky }, skyValues(palette, sky))
}

const skyValues = ({ values }: Palette, sky: Drawing['sky']): Values =>
  new Map([...values].map(([name, [day, dusk]]) => [name, sky === 'day' ? day : dusk]))

function write(element: Element, drawing: Drawing, outer: Values): string {
  const { attributes } = element
  const classes = attributes.get('class')?.split(/\s+/) ?? []
  if (element.name === 'title' || classes.includes(HIDDEN[drawing.sky])) return ''
  const values = declare(element, classes, drawing, outer)
  if (element.name === 'use') return writeUse(element, drawing, values)
  const shown = new Map([...attributes].filter(([name]) => !['class', 'data-sky', 'style'].includes(name)))
  if (classes.includes('dim')) {
    for (const [name, value] of Object.entries(DIMENSION)) shown.set(name, value)
    shown.set('fill', 'var(--c-ink)')
  }
  if (shown.has('font-family')) shown.set('font-family', DIMENSION['font-family'])
  const inner = element.children.map((child) => (typeof child === 'string' ? child : write(child, drawing, values))).join('')
  return writeTag(element.name, shown, inner, values)
}

/** Expands a `use` to a nested `svg` with its position and size. */
function writeUse({ attributes }: Element, drawing: Drawing, values: Values): string {
  const id = attributes.get('href')?.slice(1) ?? ''
  const part = drawing.parts.get(id)
  if (!part) throw new Error(`No part is called "${id}".`)
  const group = new Map([...attributes].filter(([name]) => ['opacity', 'transform', 'clip-path'].includes(name)))
  const frame = new Map([...attributes].filter(([name]) => ['x', 'y', 'width', 'height'].includes(name)))
  for (const name of ['viewBox', 'preserveAspectRatio']) {
    const value = part.attributes.get(name)
    if (value) frame.set(name, value)
  }
  const inner = part.children.map((child) => (typeof child === 'string' ? child : write(child, drawing, values))).join('')
  const placed = writeTag('svg', frame, inner, values)
  return group.size > 0 ? writeTag('g', group, placed, values) : placed
}

function writeTag(name: string, attributes: ReadonlyMap<string, string>, inner: string, values: Values): string {
  const written = [...attributes].map(
    ([key, value]) => ` ${key}="${value.includes('var(') ? toHexColour(resolve(value, values)) : resolveColorMix(value)}"`,
  )
  return `<${name}${written.join('')}${inner ? `>${inner}</${name}>` : '/>'}`
}

const resolveColorMix = (value: string) => (value.startsWith('color-mix(') ? toHexColour(value) : value)

/** Computes an element's custom properties: inherited ones, `data-sky`, its category class, its style. */
function declare({ attributes }: Element, classes: string[], { palette }: Drawing, outer: Values): Values {
  const dusk = attributes.get('data-sky') === 'dusk' ? skyValues(palette, 'dusk') : []
  const own = [
    ...classes.flatMap((name) => [...(palette.classes.get(name) ?? [])]),
    ...[...(attributes.get('style') ?? '').matchAll(/(--[\w-]+)\s*:\s*([^;]+)/g)].map((match) => [match[1]!, match[2]!] as const),
  ]
  if (own.length === 0 && attributes.get('data-sky') !== 'dusk') return outer
  const values = new Map([...outer, ...dusk])
  for (const [name, value] of own) values.set(name, resolve(value, values))
  return values
}

/** Replaces `var(--name, fallback)` by its value, innermost first. */
function resolve(text: string, values: Values): string {
  let resolved = text
  for (let before = ''; before !== resolved;) {
    before = resolved
    resolved = resolved.replace(
      /var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/g,
      (_, name: string, fallback?: string) => values.get(name) ?? fallback?.trim() ?? 'none',
    )
  }
  return resolved
}

/** Minimal parser for our own drawings: double quotes, no entities in tags, no CDATA. */
function parse(text: string): Element {
  const top: Element = { name: '', attributes: new Map(), children: [] }
  const open = [top]
  for (const [, closing, name, attributeText = '', empty, words] of text
    .replace(/<\?xml[^>]*>/, '')
    .replace(COMMENT_PATTERN, '')
    .matchAll(/<(\/?)([a-zA-Z]+)([^>]*?)(\/?)>|([^<]+)/g)) {
    if (words !== undefined) {
      if (words.trim()) open.at(-1)?.children.push(words.trim())
    } else if (closing) open.pop()
    else {
      const attributes = new Map([...attributeText.matchAll(/([\w:-]+)="([^"]*)"/g)].map((match) => [match[1]!, match[2]!]))
      const element: Element = { name: name!, attributes, children: [] }
      open.at(-1)?.children.push(element)
      if (!empty) open.push(element)
    }
  }
  const [root] = top.children
  if (typeof root !== 'object') throw new Error('A scene starts with <svg viewBox=…>.')
  return root
}
