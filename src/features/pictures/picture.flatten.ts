// Flattens scenes for the image library (sharp), which gets no symbols, custom properties or media queries, but plain sRGB colours.
import { COMMENT_PATTERN, readPalette, toHexColour, type Palette } from './picture.palette.ts'

interface SvgElement {
  name: string
  attributes: Map<string, string>
  children: (SvgElement | string)[]
}

interface Drawing {
  palette: Palette
  parts: Map<string, SvgElement>
  sky: 'day' | 'dusk'
}

/** Custom properties that apply to an element, by name. */
type CustomProperties = ReadonlyMap<string, string>

/** Class whose elements are hidden at each time of day. */
const HIDDEN_CLASSES = { day: 'night', dusk: 'day' }
/** Attributes of dimension texts. The font is that of `fonts/card-firm.ttf`, which `share.card.ts` loads. */
const DIMENSION_ATTRIBUTES = { 'font-family': 'CardfaceTwo,sans-serif', 'font-size': '13' }

/**
 * Returns the picture that `composePicture` returns, for one time of day and with every `use` expanded.
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
  const partsById = new Map<string, SvgElement>()
  for (const part of parseSvg(parts).children) if (typeof part !== 'string') partsById.set(part.attributes.get('id') ?? '', part)
  const root = parseSvg(scene)
  root.attributes.set('xmlns', 'http://www.w3.org/2000/svg')
  return writeElement(root, { palette, parts: partsById, sky }, selectSkyValues(palette, sky))
}

const selectSkyValues = ({ values }: Palette, sky: Drawing['sky']): CustomProperties =>
  new Map([...values].map(([name, [day, dusk]]) => [name, sky === 'day' ? day : dusk]))

function writeElement(element: SvgElement, drawing: Drawing, inherited: CustomProperties): string {
  const { attributes } = element
  const classes = attributes.get('class')?.split(/\s+/) ?? []
  if (element.name === 'title' || classes.includes(HIDDEN_CLASSES[drawing.sky])) return ''
  const values = computeValues(element, classes, drawing, inherited)
  if (element.name === 'use') return writeUse(element, drawing, values)
  const outputAttributes = new Map([...attributes].filter(([name]) => !['class', 'data-sky', 'style'].includes(name)))
  if (classes.includes('dim')) {
    for (const [name, value] of Object.entries(DIMENSION_ATTRIBUTES)) outputAttributes.set(name, value)
    outputAttributes.set('fill', 'var(--c-ink)')
  }
  if (outputAttributes.has('font-family')) outputAttributes.set('font-family', DIMENSION_ATTRIBUTES['font-family'])
  const inner = element.children.map((child) => (typeof child === 'string' ? child : writeElement(child, drawing, values))).join('')
  return writeTag(element.name, outputAttributes, inner, values)
}

/** Expands a `use` into a nested `svg` with its position and size. */
function writeUse({ attributes }: SvgElement, drawing: Drawing, values: CustomProperties): string {
  const id = attributes.get('href')?.slice(1) ?? ''
  const part = drawing.parts.get(id)
  if (!part) throw new Error(`There is no part "${id}".`)
  const groupAttributes = new Map([...attributes].filter(([name]) => ['opacity', 'transform', 'clip-path'].includes(name)))
  const frameAttributes = new Map([...attributes].filter(([name]) => ['x', 'y', 'width', 'height'].includes(name)))
  for (const name of ['viewBox', 'preserveAspectRatio']) {
    const value = part.attributes.get(name)
    if (value) frameAttributes.set(name, value)
  }
  const inner = part.children.map((child) => (typeof child === 'string' ? child : writeElement(child, drawing, values))).join('')
  const nestedSvg = writeTag('svg', frameAttributes, inner, values)
  return groupAttributes.size > 0 ? writeTag('g', groupAttributes, nestedSvg, values) : nestedSvg
}

function writeTag(name: string, attributes: ReadonlyMap<string, string>, inner: string, values: CustomProperties): string {
  const written = [...attributes].map(
    ([key, value]) => ` ${key}="${value.includes('var(') ? toHexColour(resolveVariables(value, values)) : resolveColorMix(value)}"`,
  )
  return `<${name}${written.join('')}${inner ? `>${inner}</${name}>` : '/>'}`
}

const resolveColorMix = (value: string) => (value.startsWith('color-mix(') ? toHexColour(value) : value)

/** Returns an element's custom properties: inherited ones, overwritten by those of `data-sky`, its category class and its style. */
function computeValues({ attributes }: SvgElement, classes: string[], { palette }: Drawing, inherited: CustomProperties): CustomProperties {
  const dusk = attributes.get('data-sky') === 'dusk' ? selectSkyValues(palette, 'dusk') : []
  const ownProperties = [
    ...classes.flatMap((name) => [...(palette.classes.get(name) ?? [])]),
    ...[...(attributes.get('style') ?? '').matchAll(/(--[\w-]+)\s*:\s*([^;]+)/g)].map((match) => [match[1]!, match[2]!] as const),
  ]
  if (ownProperties.length === 0 && attributes.get('data-sky') !== 'dusk') return inherited
  const values = new Map([...inherited, ...dusk])
  for (const [name, value] of ownProperties) values.set(name, resolveVariables(value, values))
  return values
}

/** Replaces each `var(--name, fallback)` by its value, innermost first; unknown names without a fallback become `none`. */
function resolveVariables(text: string, values: CustomProperties): string {
  let resolved = text
  for (let previous = ''; previous !== resolved;) {
    previous = resolved
    resolved = resolved.replace(
      /var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/g,
      (_, name: string, fallback?: string) => values.get(name) ?? fallback?.trim() ?? 'none',
    )
  }
  return resolved
}

/** Parses our own drawings, which have double quotes, no entities in tags and no CDATA. */
function parseSvg(text: string): SvgElement {
  const topElement: SvgElement = { name: '', attributes: new Map(), children: [] }
  const openElements = [topElement]
  for (const [, closing, name, attributeText = '', empty, textContent] of text
    .replace(/<\?xml[^>]*>/, '')
    .replace(COMMENT_PATTERN, '')
    .matchAll(/<(\/?)([a-zA-Z]+)([^>]*?)(\/?)>|([^<]+)/g)) {
    if (textContent !== undefined) {
      if (textContent.trim()) openElements.at(-1)?.children.push(textContent.trim())
    } else if (closing) openElements.pop()
    else {
      const attributes = new Map([...attributeText.matchAll(/([\w:-]+)="([^"]*)"/g)].map((match) => [match[1]!, match[2]!]))
      const element: SvgElement = { name: name!, attributes, children: [] }
      openElements.at(-1)?.children.push(element)
      if (!empty) openElements.push(element)
    }
  }
  const [root] = topElement.children
  if (typeof root !== 'object') throw new Error('A scene starts with <svg viewBox=…>.')
  return root
}
