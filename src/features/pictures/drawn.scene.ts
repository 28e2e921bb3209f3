/** Scene of a generated drawing: the product on a ground line, its dimensions, and objects of familiar size next to it. */
import { formatNumber } from '#wording/numbers.ts'
import { DRAWN_PARTS, type DrawnPart } from './drawn.parts.ts'
import { DRAWN_FORM_NAMES, DRAWN_UNITS, type DrawnProduct, type DrawnForm } from './drawn.policy.ts'

const LINE = 272
const MIDDLE = 200
/** Minimum y coordinate of standing products. */
const TOP = 18
/** Default maximum size of a body. */
const MAX_SIZE: [number, number] = [236, 226]
/** Centre y coordinate of hanging products. */
const HANGING = 142
const PAINTS = ['--ev-mid', '--home-mid', '--living-mid', '--charger-mid', '--solar-mid', '--battery-mid', '--a-steel', '--hill-4']

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface Placed {
  pictures: string[]
  /** Bounding box of the product, which is measured. */
  box: Box
  /** Horizontal extent of the drawing. */
  whole: { left: number; right: number }
}

/** @returns SVG text of a scene, like the files in `content/art` */
export function drawnScene(drawn: DrawnProduct): string {
  const shape = DRAWN_PARTS[drawn.form]
  const placed = shape.kind === 'panel' ? placePanels(drawn, shape) : placeOne(drawn, shape)
  return [
    `<svg viewBox="0 0 400 320" class="${shape.category}">`,
    `<title>${DRAWN_FORM_NAMES[drawn.form]}</title>`,
    `<circle cx="${MIDDLE}" cy="150" r="128" fill="var(--c-soft)" opacity=".75"/>`,
    `<path d="M20 ${LINE}H380" stroke="var(--c-ink)" stroke-width="1.5"/>`,
    ...(shape.kind === 'car' ? [] : scaleObjects(drawn, placed)),
    ...placed.pictures,
    ...measures(drawn, shape, placed),
    '</svg>',
  ].join('\n')
}

function placeOne({ variety, length = 4_300 }: DrawnProduct, shape: DrawnPart): Placed {
  const [width, height] = shape.field
  const [left, top, right, bottom] = shape.body
  const [maxWidth, maxHeight] = shape.maxSize ?? MAX_SIZE
  const fit = Math.min(maxWidth / (right - left), maxHeight / (bottom - top), (LINE - TOP) / (shape.ground ?? height))
  const scale = shape.kind === 'car' ? fit * lengthFactor(length) : fit
  const y = shape.ground === undefined ? HANGING - ((top + bottom) / 2) * scale : LINE - shape.ground * scale
  const x = MIDDLE - ((left + right) / 2) * scale
  const paint = shape.kind === 'car' ? ` style="--car:var(${PAINTS[variety % PAINTS.length]})"` : ''
  const box = { left: x + left * scale, top: y + top * scale, right: x + right * scale, bottom: y + bottom * scale }
  return {
    pictures: [`<use href="#${shape.part}" ${frame(x, y, width * scale, height * scale)}${paint}/>`],
    box,
    whole: { left: Math.min(box.left, x), right: x + (shape.edge ?? right) * scale },
  }
}

/** Scales cars by their length. @param length in mm */
const lengthFactor = (length: number) => Math.min(1.04, Math.max(0.8, 0.62 + length / 12_000))

/** Places up to four panels side by side, more in two rows; the dimensions are those of the first. */
function placePanels({ count = 1, width, height }: DrawnProduct, shape: DrawnPart): Placed {
  const [left, top, right, bottom] = shape.body
  const rows = count > 4 ? 2 : 1
  const columns = Math.ceil(count / rows)
  const across = columns * (right - left) + (columns - 1) * GAP
  const stretch = STRETCHABLE.has(shape.part) && width && height ? clamp((height / width / (bottom - top)) * (right - left), 0.85, 1.2) : 1
  const down = rows * (bottom - top) * stretch + (rows - 1) * GAP
  const scale = columns > 1 ? Math.min(272 / across, 214 / down, 1.4) : Math.min(190 / across, 214 / down)
  const middle = columns > 1 ? MIDDLE - 22 : MIDDLE
  const x = middle - (across * scale) / 2 - left * scale
  const y = LINE - (shape.ground ?? bottom) * scale * stretch
  const [stepX, stepY] = [(right - left + GAP) * scale, ((bottom - top) * stretch + GAP) * scale]
  const field = [shape.field[0] * scale, shape.field[1] * scale * stretch] as const
  const pictures = []
  // From right to left and the upper row first, so that no shadow covers a neighbour.
  for (let row = rows - 1; row >= 0; row--)
    for (let column = Math.min(columns, count - row * columns) - 1; column >= 0; column--)
      pictures.push(`<use href="#${shape.part}" ${frame(x + column * stepX, y - row * stepY, ...field)}/>`)
  const box = { left: x + left * scale, top: y + top * scale * stretch, right: x + right * scale, bottom: y + bottom * scale * stretch }
  const whole = { left: shape.edge ? x : box.left, right: x + (shape.edge ?? right) * scale + (columns - 1) * stepX }
  return { pictures, box, whole }
}

/** Parts without round shapes, which can be stretched to the panel's aspect ratio. */
const STRETCHABLE = new Set(['panel', 'panel-black'])
const GAP = 4

/** Dimension lines: width below, height at the side, length of a car; the main spec value if no size is known. */
function measures({ width, height, length, specValue }: DrawnProduct, { kind }: DrawnPart, { box, whole }: Placed): string[] {
  if (kind === 'car') return length ? across(box, `${(length / 1000).toFixed(2)} m`) : []
  // There is no space for the height next to wide drawings.
  const side = whole.right < 326 ? { ...box, right: whole.right } : undefined
  if (width) return [...across(box, `${format(width)} mm`), ...(height && side ? upright(side, format(height)) : [])]
  if (height && side) return upright(side, `${format(height)} mm`)
  if (!specValue) return []
  const middle = roundToTenth((whole.left + whole.right) / 2)
  return [`<text x="${middle}" y="300" text-anchor="middle" class="dim">${format(specValue.number)} ${DRAWN_UNITS[specValue.unit]}</text>`]
}

const across = ({ left, right }: Box, text: string) => [
  `<path d="M${roundToTenth(left)} 288H${roundToTenth(right)}M${roundToTenth(left)} 283v10M${roundToTenth(right)} 283v10" fill="none" stroke="var(--c-ink)" stroke-width="1.2"/>`,
  `<text x="${roundToTenth((left + right) / 2)}" y="305" text-anchor="middle" class="dim">${text}</text>`,
]

const upright = ({ right, top, bottom }: Box, text: string) => {
  const x = roundToTenth(right + 18)
  const [from, to] = [roundToTenth(top), roundToTenth(bottom)]
  return [
    `<path d="M${x} ${from}V${to}M${x - 5} ${from}h10M${x - 5} ${to}h10" fill="none" stroke="var(--c-ink)" stroke-width="1.2"/>`,
    `<text x="${roundToTenth(x + 9)}" y="${roundToTenth((top + bottom) / 2 + 4)}" class="dim">${text}</text>`,
  ]
}

/** Objects for scale: a flowerpot on the left, and mostly one on the right; a bush only next to outdoor products. */
function scaleObjects({ form, variety, height = 900 }: DrawnProduct, { whole: { left, right } }: Placed): string[] {
  const pot = clamp(56 - height / 60, 33, 50)
  const place = (part: string, x: number, width: number, tall: number, attributes = '') =>
    `<use href="#${part}" ${frame(x, LINE - tall, width, tall)}${attributes}/>`
  const objects = left > pot + 16 ? [place('pot', Math.max(8, Math.min(left - pot - 14, 60)), pot, pot * 1.5)] : []
  if (right > 290) return objects
  if (height < 500) return [...objects, place('mug', 336, 40, 40)]
  if (variety % 3 === 1 && OUTDOORS.has(form)) return [place('bush', 312, 66, 36.7, LEAVES), ...objects]
  if (variety % 3 === 2 && right < 280) return [...objects, place('pot', 338, pot * 0.8, pot * 1.2)]
  return objects
}

const OUTDOORS = new Set<DrawnForm>([
  ...(['outdoor-battery', 'post-charger', 'twin-charger', 'heat-pump', 'tall-heat-pump', 'butt', 'compost'] as const),
  ...(['panels', 'black-panels', 'roof-panels', 'rail-panels', 'frame-panels'] as const),
])
const LEAVES = ' style="--tree:var(--living-mid)"'

const frame = (x: number, y: number, width: number, height: number): string =>
  `x="${roundToTenth(x)}" y="${roundToTenth(y)}" width="${roundToTenth(width)}" height="${roundToTenth(height)}"`
const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))
const roundToTenth = (number: number): number => Math.round(number * 10) / 10
const format = (number: number): string => formatNumber(number, undefined, 1)
