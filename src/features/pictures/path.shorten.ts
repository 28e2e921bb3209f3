/** Minifies SVG path data. */

export const writeNumber = (number: number): string => {
  const rounded = round(number)
  return String(rounded === 0 ? 0 : rounded).replace(/^(-?)0\./, '$1.')
}

const round = (number: number) => Math.round(number * 10) / 10

/** Number of arguments of each path command. */
const ARGUMENTS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 }

interface Pen {
  x: number
  y: number
}

/**
 * Minifies path data: each step is written relative or absolute, whichever is shorter. Relative steps start at the rounded position, so that
 * rounding errors do not accumulate.
 */
export function shortenPath(path: string): string {
  /** Position of the original path; `pen` is that of the written one. */
  let drawn: Pen = { x: 0, y: 0 }
  let pen: Pen = { x: 0, y: 0 }
  let subpathStart = { drawn, pen }
  let written = ''
  let last = ''
  for (const { command, numbers } of readSteps(path)) {
    const isRelative = command === command.toLowerCase()
    const name = command.toUpperCase()
    if (name === 'Z') {
      written += 'Z'
      last = 'Z'
      drawn = subpathStart.drawn
      pen = subpathStart.pen
      continue
    }
    const absolute = numbers.map((number, at) => (isRelative ? number + offsetAt(name, at, drawn) : number))
    drawn = endOf(name, absolute, drawn)
    const straight =
      name === 'L' && Math.abs(absolute[1]! - pen.y) < 0.05 ? 'H' : name === 'L' && Math.abs(absolute[0]! - pen.x) < 0.05 ? 'V' : name
    const args = straight === 'H' ? [absolute[0]!] : straight === 'V' && name === 'L' ? [absolute[1]!] : absolute
    const relative = args.map((number, at) => round(number - offsetAt(straight, at, pen)))
    const rounded = args.map(round)
    const [a, b] = [append(written, last, straight, rounded), append(written, last, straight.toLowerCase(), relative)]
    const from = pen
    if (b.length < a.length) {
      written = b
      last = straight.toLowerCase()
      pen = endOf(
        straight,
        relative.map((number, at) => round(number + offsetAt(straight, at, from))),
        from,
      )
    } else {
      written = a
      last = straight
      pen = endOf(straight, rounded, from)
    }
    if (name === 'M') {
      subpathStart = { drawn, pen }
      // After a move, a step without a letter is a line.
      last = last === 'M' ? 'L' : 'l'
    }
  }
  return written
}

function append(written: string, last: string, command: string, numbers: number[]): string {
  let text = written
  const isMove = command === 'M' || command === 'm'
  if (isMove || command !== last) text += command
  for (const number of numbers) {
    const next = writeNumber(number)
    const before = /(-?[\d.]+)$/.exec(text)?.[1]
    const needsGap = before !== undefined && !next.startsWith('-') && !(next.startsWith('.') && /\d*\.\d+$/.test(before))
    text += (needsGap ? ' ' : '') + next
  }
  return text
}

/** @returns the offset of a relative coordinate */
const offsetAt = (name: string, at: number, pen: Pen): number => {
  if (name === 'H') return pen.x
  if (name === 'V') return pen.y
  if (name === 'A') return at === 5 ? pen.x : at === 6 ? pen.y : 0
  return at % 2 === 0 ? pen.x : pen.y
}

const endOf = (name: string, numbers: number[], pen: Pen): Pen => {
  if (name === 'H') return { x: numbers[0]!, y: pen.y }
  if (name === 'V') return { x: pen.x, y: numbers[0]! }
  return { x: numbers.at(-2)!, y: numbers.at(-1)! }
}

function* readSteps(path: string): Generator<{ command: string; numbers: number[] }> {
  for (const [, letter = '', text = ''] of path.matchAll(/([MLHVCSQTAZ])([^MLHVCSQTAZ]*)/gi)) {
    const many = ARGUMENTS[letter.toUpperCase()]!
    if (many === 0) yield { command: letter, numbers: [] }
    const pattern = letter.toUpperCase() === 'A' ? ARC : NUMBER
    const numbers = [...text.matchAll(pattern)].flatMap((match) => (match.length > 1 ? match.slice(1) : match).map(Number))
    for (let at = 0; at < numbers.length && many > 0; at += many) {
      const command = at > 0 && letter === 'M' ? 'L' : at > 0 && letter === 'm' ? 'l' : letter
      yield { command, numbers: numbers.slice(at, at + many) }
    }
  }
}

const NUMBER = /-?(?:\d*\.\d+|\d+)/g
const GAP = '[\\s,]*'
const ONE = '(-?(?:\\d*\\.\\d+|\\d+))'
/** The two flags of an arc may be written without a separator. */
const ARC = new RegExp([ONE, ONE, ONE, '([01])', '([01])', ONE, ONE].join(GAP), 'g')
