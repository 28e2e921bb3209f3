/**
 * Parses and evaluates expressions in texts: `11500 * cap.gas / 100`. They have numbers, keys, `+ - * /`, brackets and four functions, and
 * no access to JavaScript. Keys may contain hyphens, so a minus after a key needs a space before it.
 */
import { limitText } from '#wording/cut-text.ts'

/** Syntax error, with a message for the author of the text. */
export class ExpressionError extends Error {}

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?)|([a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)?(?:@\d{4}-\d{2}(?:-\d{2})?)?)|(<=|>=|[-+*/(),<>]))/y
const MAX_LENGTH = 300
const MAX_DEPTH = 40

const FUNCTIONS: Record<string, (...args: number[]) => number> = {
  min: Math.min,
  max: Math.max,
  round: (n) => Math.round(n ?? Number.NaN),
  abs: (n) => Math.abs(n ?? Number.NaN),
}

/** Returns the value of a key, which may end with a day (`@2026-05`); undefined if it is not known. */
export type FindReferenceValue = (key: string) => number | undefined

type Token = { kind: 'number'; value: number } | { kind: 'name'; name: string } | { kind: 'mark'; mark: string }

function tokenize(text: string): Token[] {
  if (text.length > MAX_LENGTH) throw new ExpressionError('This formula is too long.')
  const tokens: Token[] = []
  const end = text.trimEnd().length
  TOKEN.lastIndex = 0
  for (let at = 0; at < end; at = TOKEN.lastIndex) {
    const found = TOKEN.exec(text)
    if (!found) throw new ExpressionError(`“${limitText(text.slice(at).trim(), 20)}” cannot be used in a formula.`)
    const [, number, name, mark = ''] = found
    tokens.push(
      number !== undefined
        ? { kind: 'number', value: Number(number) }
        : name !== undefined
          ? { kind: 'name', name }
          : { kind: 'mark', mark },
    )
  }
  return tokens
}

class Reader {
  readonly #tokens: Token[]
  readonly #find: FindReferenceValue
  #at = 0
  #depth = 0

  constructor(tokens: Token[], find: FindReferenceValue) {
    this.#tokens = tokens
    this.#find = find
  }

  takeMark(...marks: string[]): string | undefined {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'mark' || !marks.includes(token.mark)) return undefined
    this.#at += 1
    return token.mark
  }

  takeName(name: string): boolean {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'name' || token.name !== name) return false
    this.#at += 1
    return true
  }

  finish(): void {
    if (this.#at < this.#tokens.length) throw new ExpressionError('There is text after the end of this formula.')
  }

  sum(): number {
    if ((this.#depth += 1) > MAX_DEPTH) throw new ExpressionError('This formula has too many brackets.')
    let total = this.#product()
    for (let mark = this.takeMark('+', '-'); mark; mark = this.takeMark('+', '-')) {
      const next = this.#product()
      total = mark === '+' ? total + next : total - next
    }
    this.#depth -= 1
    return total
  }

  #product(): number {
    let total = this.#part()
    for (let mark = this.takeMark('*', '/'); mark; mark = this.takeMark('*', '/')) {
      const next = this.#part()
      total = mark === '*' ? total * next : total / next
    }
    return total
  }

  #part(): number {
    if (this.takeMark('-')) {
      if ((this.#depth += 1) > MAX_DEPTH) throw new ExpressionError('This formula has too many signs.')
      const negative = -this.#part()
      this.#depth -= 1
      return negative
    }
    if (this.takeMark('(')) {
      const value = this.sum()
      if (!this.takeMark(')')) throw new ExpressionError('A bracket is not closed.')
      return value
    }
    const token = this.#tokens[this.#at]
    this.#at += 1
    if (token?.kind === 'number') return token.value
    if (token?.kind !== 'name') throw new ExpressionError('A number or a key is missing in this formula.')
    return Object.hasOwn(FUNCTIONS, token.name) ? this.#call(token.name) : (this.#find(token.name) ?? Number.NaN)
  }

  #call(name: string): number {
    if (!this.takeMark('(')) throw new ExpressionError(`“${name}” needs a bracket after it.`)
    const args = [this.sum()]
    while (this.takeMark(',')) args.push(this.sum())
    if (!this.takeMark(')')) throw new ExpressionError('A bracket is not closed.')
    return FUNCTIONS[name]?.(...args) ?? Number.NaN
  }
}

/**
 * Evaluates an expression; undefined if a reference value is not known or the result is not finite (division by zero).
 * @throws ExpressionError on a syntax error
 */
export function evaluateExpression(text: string, find: FindReferenceValue): number | undefined {
  const reader = new Reader(tokenize(text), find)
  const value = reader.sum()
  reader.finish()
  return Number.isFinite(value) ? value : undefined
}

/**
 * Evaluates a condition: comparisons joined by `and`; undefined if a reference value is not known.
 * @throws ExpressionError on a syntax error
 */
export function evaluateCondition(text: string, find: FindReferenceValue): boolean | undefined {
  const reader = new Reader(tokenize(text), find)
  let holds: boolean | undefined = true
  do {
    const left = reader.sum()
    const mark = reader.takeMark('<', '>', '<=', '>=')
    if (!mark) throw new ExpressionError('A condition compares two formulas with <, >, <= or >=.')
    const right = reader.sum()
    if (!Number.isFinite(left) || !Number.isFinite(right)) holds = undefined
    else if (!compare(left, mark, right)) holds &&= false
  } while (reader.takeName('and'))
  reader.finish()
  return holds
}

function compare(left: number, mark: string, right: number): boolean {
  if (mark === '<') return left < right
  if (mark === '>') return left > right
  return mark === '<=' ? left <= right : left >= right
}
