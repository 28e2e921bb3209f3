/** A scene for a thing without a picture of its own: the thing on its line, its measures, and something beside it that everybody knows the size of. */
import { formatNumber } from '#wording/numbers.ts'
import { DRAWN_PARTS, type DrawnPart } from './drawn.parts.ts'
import { DRAWN_FORM_NAMES, DRAWN_UNITS, type DrawnProduct, type DrawnForm } from './drawn.policy.ts'

const LINE = 272
const MIDDLE = 200
/** Nothing that stands reaches higher. */
const TOP = 18
/** As large as a body may be. */
const ROOM: [number, number] = [236, 226]
/** Above the line, for what hangs: the middle of it. */
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
  /** The thing that is measured. */
  box: Box
  /** How far it all reaches. */
  whole: { left: number; right: number }
}

/** @returns the text of a scene, as the files in `content/art` are */
export function drawnScene(drawn: DrawnProduct): string {
  const shape = DRAWN_PARTS[drawn.form]
  const placed = shape.kind === 'panel' ? placePanels(drawn, shape) : placeOne(drawn, shape)
  return [
    `<svg viewBox="0 0 400 320" class="${shape.category}">`,
    `<title>${DRAWN_FORM_NAMES[drawn.form]}</title>`,
    `<circle cx="${MIDDLE}" cy="150" r="128" fill="var(--c-soft)" opacity=".75"/>`,
    `<path d="M20 ${LINE}H380" stroke="var(--c-ink)" stroke-width="1.5"/>`,
    ...(shape.kind === 'car' ? [] : company(drawn, placed)),
    ...placed.pictures,
    ...measures(drawn, shape, placed),
    '</svg>',
  ].join('\n')
}

function placeOne({ variety, length = 4_300 }: DrawnProduct, shape: DrawnPart): Placed {
  const [width, height] = shape.field
  const [left, top, right, bottom] = shape.body
  const [most, highest] = shape.room ?? ROOM
  const fits = Math.min(most / (right - left), highest / (bottom - top), (LINE - TOP) / (shape.ground ?? height))
  const scale = shape.kind === 'car' ? fits * longer(length) : fits
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

/** A short car is drawn shorter. */
const longer = (length: number) => Math.min(1.04, Math.max(0.8, 0.62 + length / 12_000))

/** Side by side up to four, then in two rows; the measures are those of the first. */
function placePanels({ count = 1, width, height }: DrawnProduct, shape: DrawnPart): Placed {
  const [left, top, right, bottom] = shape.body
  const rows = count > 4 ? 2 : 1
  const columns = Math.ceil(count / rows)
  const across = columns * (right - left) + (columns - 1) * GAP
  const stretch = STRETCHED.has(shape.part) && width && height ? clamp((height / width / (bottom - top)) * (right - left), 0.85, 1.2) : 1
  const down = rows * (bottom - top) * stretch + (rows - 1) * GAP
  const scale = columns > 1 ? Math.min(272 / across, 214 / down, 1.4) : Math.min(190 / across, 214 / down)
  const middle = columns > 1 ? MIDDLE - 22 : MIDDLE
  const x = middle - (across * scale) / 2 - left * scale
  const y = LINE - (shape.ground ?? bottom) * scale * stretch
  const [stepX, stepY] = [(right - left + GAP) * scale, ((bottom - top) * stretch + GAP) * scale]
  const field = [shape.field[0] * scale, shape.field[1] * scale * stretch] as const
  const pictures = []
  // From the right, so that no shadow falls on a neighbour; the upper row first.
  for (let row = rows - 1; row >= 0; row--)
    for (let column = Math.min(columns, count - row * columns) - 1; column >= 0; column--)
      pictures.push(`<use href="#${shape.part}" ${frame(x + column * stepX, y - row * stepY, ...field)}/>`)
  const box = { left: x + left * scale, top: y + top * scale * stretch, right: x + right * scale, bottom: y + bottom * scale * stretch }
  const whole = { left: shape.edge ? x : box.left, right: x + (shape.edge ?? right) * scale + (columns - 1) * stepX }
  return { pictures, box, whole }
}

/** Those that nothing round would show to be stretched. */
const STRETCHED = new Set(['panel', 'panel-black'])
const GAP = 4

/** Width below, height at the side, a car's length; the figure alone where no size is known. */
function measures({ width, height, length, figure }: DrawnProduct, { kind }: DrawnPart, { box, whole }: Placed): string[] {
  if (kind === 'car') return length ? across(box, `${(length / 1000).toFixed(2)} m`) : []
  // What stands further to the right leaves no place for the height.
  const side = whole.right < 326 ? { ...box, right: whole.right } : undefined
  if (width) return [...across(box, `${words(width)} mm`), ...(height && side ? upright(side, words(height)) : [])]
  if (height && side) return upright(side, `${words(height)} mm`)
  if (!figure) return []
  const middle = tenth((whole.left + whole.right) / 2)
  return [`<text x="${middle}" y="300" text-anchor="middle" class="dim">${words(figure.number)} ${DRAWN_UNITS[figure.unit]}</text>`]
}

const across = ({ left, right }: Box, text: string) => [
  `<path d="M${tenth(left)} 288H${tenth(right)}M${tenth(left)} 283v10M${tenth(right)} 283v10" fill="none" stroke="var(--c-ink)" stroke-width="1.2"/>`,
  `<text x="${tenth((left + right) / 2)}" y="305" text-anchor="middle" class="dim">${text}</text>`,
]

const upright = ({ right, top, bottom }: Box, text: string) => {
  const x = tenth(right + 18)
  const [from, to] = [tenth(top), tenth(bottom)]
  return [
    `<path d="M${x} ${from}V${to}M${x - 5} ${from}h10M${x - 5} ${to}h10" fill="none" stroke="var(--c-ink)" stroke-width="1.2"/>`,
    `<text x="${tenth(x + 9)}" y="${tenth((top + bottom) / 2 + 4)}" class="dim">${text}</text>`,
  ]
}

/** A flowerpot on the left, and mostly something on the right: small beside what is large, a bush only beside what stands outdoors. */
function company({ form, variety, height = 900 }: DrawnProduct, { whole: { left, right } }: Placed): string[] {
  const pot = clamp(56 - height / 60, 33, 50)
  const place = (part: string, x: number, width: number, tall: number, more = '') =>
    `<use href="#${part}" ${frame(x, LINE - tall, width, tall)}${more}/>`
  const beside = left > pot + 16 ? [place('pot', Math.max(8, Math.min(left - pot - 14, 60)), pot, pot * 1.5)] : []
  if (right > 290) return beside
  if (height < 500) return [...beside, place('mug', 336, 40, 40)]
  if (variety % 3 === 1 && OUTDOORS.has(form)) return [place('bush', 312, 66, 36.7, LEAVES), ...beside]
  if (variety % 3 === 2 && right < 280) return [...beside, place('pot', 338, pot * 0.8, pot * 1.2)]
  return beside
}

const OUTDOORS = new Set<DrawnForm>([
  ...(['outdoor-battery', 'post-charger', 'twin-charger', 'heat-pump', 'tall-heat-pump', 'butt', 'compost'] as const),
  ...(['panels', 'black-panels', 'roof-panels', 'rail-panels', 'frame-panels'] as const),
])
const LEAVES = ' style="--tree:var(--living-mid)"'

const frame = (x: number, y: number, width: number, height: number): string =>
  `x="${tenth(x)}" y="${tenth(y)}" width="${tenth(width)}" height="${tenth(height)}"`
const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
const tenth = (number: number): number => Math.round(number * 10) / 10
const words = (number: number): string => formatNumber(number, undefined, 1)
