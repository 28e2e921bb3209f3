/** Draws the scene of a generated drawing: the product on a ground line, its dimensions, and objects of familiar size next to it. */
import { formatNumber } from '#wording/numbers.ts'
import { DRAWN_PARTS, type DrawnPart } from './drawn.parts.ts'
import { DRAWN_FORM_NAMES, DRAWN_UNITS, type DrawnProduct, type DrawnForm } from './drawn.policy.ts'

const GROUND_Y = 272
const CENTRE_X = 200
/** Minimum y coordinate of products that stand. */
const MIN_Y = 18
/** Maximum size of a body whose part states none. */
const MAX_BODY_SIZE: [number, number] = [236, 226]
/** Y coordinate of the centre of products that hang. */
const HANGING_CENTRE_Y = 142
const CAR_COLOURS = ['--ev-mid', '--home-mid', '--living-mid', '--charger-mid', '--solar-mid', '--battery-mid', '--a-steel', '--hill-4']

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface PlacedProduct {
  pictures: string[]
  /** Bounding box of the product, whose size the dimension lines show. */
  box: Box
  /** Horizontal extent of the whole drawing. */
  whole: { left: number; right: number }
}

/** Returns the SVG text of a scene in the format of the files in `content/art`. */
export function drawScene(drawn: DrawnProduct): string {
  const shape = DRAWN_PARTS[drawn.form]
  const placed = shape.kind === 'panel' ? placePanels(drawn, shape) : placeProduct(drawn, shape)
  return [
    `<svg viewBox="0 0 400 320" class="${shape.category}">`,
    `<title>${DRAWN_FORM_NAMES[drawn.form]}</title>`,
    `<circle cx="${CENTRE_X}" cy="150" r="128" fill="var(--c-soft)" opacity=".75"/>`,
    `<path d="M20 ${GROUND_Y}H380" stroke="var(--c-ink)" stroke-width="1.5"/>`,
    ...(shape.kind === 'car' ? [] : drawScaleObjects(drawn, placed)),
    ...placed.pictures,
    ...drawDimensions(drawn, shape, placed),
    '</svg>',
  ].join('\n')
}

function placeProduct({ variety, length = 4_300 }: DrawnProduct, shape: DrawnPart): PlacedProduct {
  const [width, height] = shape.field
  const [left, top, right, bottom] = shape.body
  const [maxWidth, maxHeight] = shape.maxSize ?? MAX_BODY_SIZE
  const fitScale = Math.min(maxWidth / (right - left), maxHeight / (bottom - top), (GROUND_Y - MIN_Y) / (shape.ground ?? height))
  const scale = shape.kind === 'car' ? fitScale * calculateLengthFactor(length) : fitScale
  const y = shape.ground === undefined ? HANGING_CENTRE_Y - ((top + bottom) / 2) * scale : GROUND_Y - shape.ground * scale
  const x = CENTRE_X - ((left + right) / 2) * scale
  const paint = shape.kind === 'car' ? ` style="--car:var(${CAR_COLOURS[variety % CAR_COLOURS.length]})"` : ''
  const box = { left: x + left * scale, top: y + top * scale, right: x + right * scale, bottom: y + bottom * scale }
  return {
    pictures: [`<use href="#${shape.part}" ${formatFrame(x, y, width * scale, height * scale)}${paint}/>`],
    box,
    whole: { left: Math.min(box.left, x), right: x + (shape.edge ?? right) * scale },
  }
}

/**
 * Returns the factor by which a car is scaled for its length.
 * @param length length in mm
 */
const calculateLengthFactor = (length: number) => Math.min(1.04, Math.max(0.8, 0.62 + length / 12_000))

/** Places up to four panels side by side, and more in two rows. The dimension lines show the size of the first panel. */
function placePanels({ count = 1, width, height }: DrawnProduct, shape: DrawnPart): PlacedProduct {
  const [left, top, right, bottom] = shape.body
  const rows = count > 4 ? 2 : 1
  const columns = Math.ceil(count / rows)
  const totalWidth = columns * (right - left) + (columns - 1) * PANEL_GAP
  const stretch =
    STRETCHABLE_PARTS.has(shape.part) && width && height ? clamp((height / width / (bottom - top)) * (right - left), 0.85, 1.2) : 1
  const totalHeight = rows * (bottom - top) * stretch + (rows - 1) * PANEL_GAP
  const scale = columns > 1 ? Math.min(272 / totalWidth, 214 / totalHeight, 1.4) : Math.min(190 / totalWidth, 214 / totalHeight)
  const centreX = columns > 1 ? CENTRE_X - 22 : CENTRE_X
  const x = centreX - (totalWidth * scale) / 2 - left * scale
  const y = GROUND_Y - (shape.ground ?? bottom) * scale * stretch
  const [stepX, stepY] = [(right - left + PANEL_GAP) * scale, ((bottom - top) * stretch + PANEL_GAP) * scale]
  const field = [shape.field[0] * scale, shape.field[1] * scale * stretch] as const
  const pictures = []
  // Panels are drawn from right to left, the upper row first, so that no shadow covers a neighbour.
  for (let row = rows - 1; row >= 0; row--)
    for (let column = Math.min(columns, count - row * columns) - 1; column >= 0; column--)
      pictures.push(`<use href="#${shape.part}" ${formatFrame(x + column * stepX, y - row * stepY, ...field)}/>`)
  const box = { left: x + left * scale, top: y + top * scale * stretch, right: x + right * scale, bottom: y + bottom * scale * stretch }
  const whole = { left: shape.edge ? x : box.left, right: x + (shape.edge ?? right) * scale + (columns - 1) * stepX }
  return { pictures, box, whole }
}

/** Parts without round shapes, which are stretched to the panel's aspect ratio. */
const STRETCHABLE_PARTS = new Set(['panel', 'panel-black'])
const PANEL_GAP = 4

/** Draws the dimension lines: the width below and the height at the side, or the length of a car, or the main spec value if no size is known. */
function drawDimensions({ width, height, length, specValue }: DrawnProduct, { kind }: DrawnPart, { box, whole }: PlacedProduct): string[] {
  if (kind === 'car') return length ? drawWidthLine(box, `${(length / 1000).toFixed(2)} m`) : []
  // Next to wide drawings there is no space for the height.
  const side = whole.right < 326 ? { ...box, right: whole.right } : undefined
  if (width) return [...drawWidthLine(box, `${formatSize(width)} mm`), ...(height && side ? drawHeightLine(side, formatSize(height)) : [])]
  if (height && side) return drawHeightLine(side, `${formatSize(height)} mm`)
  if (!specValue) return []
  const centreX = roundToTenth((whole.left + whole.right) / 2)
  return [
    `<text x="${centreX}" y="300" text-anchor="middle" class="dim">${formatSize(specValue.number)} ${DRAWN_UNITS[specValue.unit]}</text>`,
  ]
}

const drawWidthLine = ({ left, right }: Box, text: string) => [
  `<path d="M${roundToTenth(left)} 288H${roundToTenth(right)}M${roundToTenth(left)} 283v10M${roundToTenth(right)} 283v10" fill="none" stroke="var(--c-ink)" stroke-width="1.2"/>`,
  `<text x="${roundToTenth((left + right) / 2)}" y="305" text-anchor="middle" class="dim">${text}</text>`,
]

const drawHeightLine = ({ right, top, bottom }: Box, text: string) => {
  const x = roundToTenth(right + 18)
  const [topY, bottomY] = [roundToTenth(top), roundToTenth(bottom)]
  return [
    `<path d="M${x} ${topY}V${bottomY}M${x - 5} ${topY}h10M${x - 5} ${bottomY}h10" fill="none" stroke="var(--c-ink)" stroke-width="1.2"/>`,
    `<text x="${roundToTenth(x + 9)}" y="${roundToTenth((top + bottom) / 2 + 4)}" class="dim">${text}</text>`,
  ]
}

/** Draws objects that show the scale: a flowerpot on the left, and mostly another object on the right. A bush is only next to outdoor products. */
function drawScaleObjects({ form, variety, height = 900 }: DrawnProduct, { whole: { left, right } }: PlacedProduct): string[] {
  const potWidth = clamp(56 - height / 60, 33, 50)
  const drawObject = (part: string, x: number, width: number, objectHeight: number, attributes = '') =>
    `<use href="#${part}" ${formatFrame(x, GROUND_Y - objectHeight, width, objectHeight)}${attributes}/>`
  const objects = left > potWidth + 16 ? [drawObject('pot', Math.max(8, Math.min(left - potWidth - 14, 60)), potWidth, potWidth * 1.5)] : []
  if (right > 290) return objects
  if (height < 500) return [...objects, drawObject('mug', 336, 40, 40)]
  if (variety % 3 === 1 && OUTDOOR_FORMS.has(form)) return [drawObject('bush', 312, 66, 36.7, LEAF_STYLE), ...objects]
  if (variety % 3 === 2 && right < 280) return [...objects, drawObject('pot', 338, potWidth * 0.8, potWidth * 1.2)]
  return objects
}

const OUTDOOR_FORMS = new Set<DrawnForm>([
  ...(['outdoor-battery', 'post-charger', 'twin-charger', 'heat-pump', 'tall-heat-pump', 'butt', 'compost'] as const),
  ...(['panels', 'black-panels', 'roof-panels', 'rail-panels', 'frame-panels'] as const),
])
const LEAF_STYLE = ' style="--tree:var(--living-mid)"'

const formatFrame = (x: number, y: number, width: number, height: number): string =>
  `x="${roundToTenth(x)}" y="${roundToTenth(y)}" width="${roundToTenth(width)}" height="${roundToTenth(height)}"`
const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))
const roundToTenth = (number: number): number => Math.round(number * 10) / 10
const formatSize = (number: number): string => formatNumber(number, undefined, 1)
