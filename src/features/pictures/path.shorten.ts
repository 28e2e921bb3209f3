/** Minifies SVG path data. */

export const formatNumber = (number: number): string => {
  const rounded = roundToTenth(number)
  return String(rounded === 0 ? 0 : rounded).replace(/^(-?)0\./, '$1.')
}

const roundToTenth = (number: number) => Math.round(number * 10) / 10

/** Number of arguments of each path command. */
const ARGUMENT_COUNTS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 }

interface Pen {
  x: number
  y: number
}

/**
 * Minifies path data. Each step is written relative or absolute, whichever is shorter. Relative steps start at the rounded position, so
 * that rounding errors do not accumulate.
 */
export function shortenPath(path: string): string {
  /** Position in the original path; `pen` is the position in the minified one. */
  let originalPen: Pen = { x: 0, y: 0 }
  let pen: Pen = { x: 0, y: 0 }
  let subpathStart = { original: originalPen, pen }
  let minified = ''
  let lastCommand = ''
  for (const { command, numbers } of parseSegments(path)) {
    const isRelative = command === command.toLowerCase()
    const upperCommand = command.toUpperCase()
    if (upperCommand === 'Z') {
      minified += 'Z'
      lastCommand = 'Z'
      originalPen = subpathStart.original
      pen = subpathStart.pen
      continue
    }
    const absolute = numbers.map((number, index) => (isRelative ? number + getOffset(upperCommand, index, originalPen) : number))
    originalPen = getEndPoint(upperCommand, absolute, originalPen)
    const shortenedCommand =
      upperCommand === 'L' && Math.abs(absolute[1]! - pen.y) < 0.05
        ? 'H'
        : upperCommand === 'L' && Math.abs(absolute[0]! - pen.x) < 0.05
          ? 'V'
          : upperCommand
    const args = shortenedCommand === 'H' ? [absolute[0]!] : shortenedCommand === 'V' && upperCommand === 'L' ? [absolute[1]!] : absolute
    const relative = args.map((number, index) => roundToTenth(number - getOffset(shortenedCommand, index, pen)))
    const rounded = args.map(roundToTenth)
    const [absoluteVersion, relativeVersion] = [
      appendSegment(minified, lastCommand, shortenedCommand, rounded),
      appendSegment(minified, lastCommand, shortenedCommand.toLowerCase(), relative),
    ]
    const startPen = pen
    if (relativeVersion.length < absoluteVersion.length) {
      minified = relativeVersion
      lastCommand = shortenedCommand.toLowerCase()
      pen = getEndPoint(
        shortenedCommand,
        relative.map((number, index) => roundToTenth(number + getOffset(shortenedCommand, index, startPen))),
        startPen,
      )
    } else {
      minified = absoluteVersion
      lastCommand = shortenedCommand
      pen = getEndPoint(shortenedCommand, rounded, startPen)
    }
    if (upperCommand === 'M') {
      subpathStart = { original: originalPen, pen }
      // After a move, a step without a command letter is a line.
      lastCommand = lastCommand === 'M' ? 'L' : 'l'
    }
  }
  return minified
}

function appendSegment(minified: string, lastCommand: string, command: string, numbers: number[]): string {
  let text = minified
  const isMove = command === 'M' || command === 'm'
  if (isMove || command !== lastCommand) text += command
  for (const number of numbers) {
    const next = formatNumber(number)
    const previousNumber = /(-?[\d.]+)$/.exec(text)?.[1]
    const needsGap = previousNumber !== undefined && !next.startsWith('-') && !(next.startsWith('.') && /\d*\.\d+$/.test(previousNumber))
    text += (needsGap ? ' ' : '') + next
  }
  return text
}

/** Returns what a relative command adds to an argument: the x or y coordinate of the pen, or 0 for arguments that are no coordinates. */
const getOffset = (upperCommand: string, index: number, pen: Pen): number => {
  if (upperCommand === 'H') return pen.x
  if (upperCommand === 'V') return pen.y
  if (upperCommand === 'A') return index === 5 ? pen.x : index === 6 ? pen.y : 0
  return index % 2 === 0 ? pen.x : pen.y
}

const getEndPoint = (upperCommand: string, numbers: number[], pen: Pen): Pen => {
  if (upperCommand === 'H') return { x: numbers[0]!, y: pen.y }
  if (upperCommand === 'V') return { x: pen.x, y: numbers[0]! }
  return { x: numbers.at(-2)!, y: numbers.at(-1)! }
}

function* parseSegments(path: string): Generator<{ command: string; numbers: number[] }> {
  for (const [, letter = '', text = ''] of path.matchAll(/([MLHVCSQTAZ])([^MLHVCSQTAZ]*)/gi)) {
    const argumentCount = ARGUMENT_COUNTS[letter.toUpperCase()]!
    if (argumentCount === 0) yield { command: letter, numbers: [] }
    const pattern = letter.toUpperCase() === 'A' ? ARC_PATTERN : NUMBER_PATTERN
    const numbers = [...text.matchAll(pattern)].flatMap((match) => (match.length > 1 ? match.slice(1) : match).map(Number))
    for (let start = 0; start < numbers.length && argumentCount > 0; start += argumentCount) {
      const command = start > 0 && letter === 'M' ? 'L' : start > 0 && letter === 'm' ? 'l' : letter
      yield { command, numbers: numbers.slice(start, start + argumentCount) }
    }
  }
}

const NUMBER_PATTERN = /-?(?:\d*\.\d+|\d+)/g
const SEPARATOR = '[\\s,]*'
const NUMBER_GROUP = '(-?(?:\\d*\\.\\d+|\\d+))'
/** Matches the arguments of an arc, whose two flags may be written without a separator. */
const ARC_PATTERN = new RegExp(
  [NUMBER_GROUP, NUMBER_GROUP, NUMBER_GROUP, '([01])', '([01])', NUMBER_GROUP, NUMBER_GROUP].join(SEPARATOR),
  'g',
)
