/**
 * Parses and evaluates expressions in texts, such as `11500 * cap.gas / 100`. They consist of numbers, keys, `+ - * /`, brackets and four
 * functions, and have no access to JavaScript. Keys may contain hyphens, so a minus after a key needs a space before it.
 */
import { limitText } from '#wording/cut-text.ts'

/** Reports a syntax error, with a message for the author of the text. */
export class ExpressionError extends Error {}

const TOKEN_PATTERN =
  /\s*(?:(\d+(?:\.\d+)?)|([a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)?(?:@\d{4}-\d{2}(?:-\d{2})?)?)|(<=|>=|[-+*/(),<>]))/y
const MAX_EXPRESSION_CHARACTERS = 300
const MAX_NESTING_DEPTH = 40

const FUNCTIONS: Record<string, (...args: number[]) => number> = {
  min: Math.min,
  max: Math.max,
  round: (value) => Math.round(value ?? Number.NaN),
  abs: (value) => Math.abs(value ?? Number.NaN),
}

/** Returns the value of a key, which may end with a day (`@2026-05`); undefined if the value is not known. */
export type FindReferenceValue = (key: string) => number | undefined

type Token = { kind: 'number'; value: number } | { kind: 'name'; name: string } | { kind: 'mark'; mark: string }

function tokenize(text: string): Token[] {
  if (text.length > MAX_EXPRESSION_CHARACTERS) throw new ExpressionError('This formula is too long.')
  const tokens: Token[] = []
  const end = text.trimEnd().length
  TOKEN_PATTERN.lastIndex = 0
  for (let position = 0; position < end; position = TOKEN_PATTERN.lastIndex) {
    const match = TOKEN_PATTERN.exec(text)
    if (!match) throw new ExpressionError(`“${limitText(text.slice(position).trim(), 20)}” cannot be used in a formula.`)
    const [, number, name, mark = ''] = match
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

class ExpressionReader {
  readonly #tokens: Token[]
  readonly #find: FindReferenceValue
  #position = 0
  #depth = 0

  constructor(tokens: Token[], find: FindReferenceValue) {
    this.#tokens = tokens
    this.#find = find
  }

  takeMark(...marks: string[]): string | undefined {
    const token = this.#tokens[this.#position]
    if (token?.kind !== 'mark' || !marks.includes(token.mark)) return undefined
    this.#position += 1
    return token.mark
  }

  takeName(name: string): boolean {
    const token = this.#tokens[this.#position]
    if (token?.kind !== 'name' || token.name !== name) return false
    this.#position += 1
    return true
  }

  finish(): void {
    if (this.#position < this.#tokens.length) throw new ExpressionError('There is text after the end of this formula.')
  }

  parseSum(): number {
    if ((this.#depth += 1) > MAX_NESTING_DEPTH) throw new ExpressionError('This formula has too many brackets.')
    let total = this.#parseProduct()
    for (let mark = this.takeMark('+', '-'); mark; mark = this.takeMark('+', '-')) {
      const next = this.#parseProduct()
      total = mark === '+' ? total + next : total - next
    }
    this.#depth -= 1
    return total
  }

  #parseProduct(): number {
    let total = this.#parseFactor()
    for (let mark = this.takeMark('*', '/'); mark; mark = this.takeMark('*', '/')) {
      const next = this.#parseFactor()
      total = mark === '*' ? total * next : total / next
    }
    return total
  }

  #parseFactor(): number {
    if (this.takeMark('-')) {
      if ((this.#depth += 1) > MAX_NESTING_DEPTH) throw new ExpressionError('This formula has too many signs.')
      const negative = -this.#parseFactor()
      this.#depth -= 1
      return negative
    }
    if (this.takeMark('(')) {
      const value = this.parseSum()
      if (!this.takeMark(')')) throw new ExpressionError('A bracket is not closed.')
      return value
    }
    const token = this.#tokens[this.#position]
    this.#position += 1
    if (token?.kind === 'number') return token.value
    if (token?.kind !== 'name') throw new ExpressionError('A number or a key is missing in this formula.')
    return Object.hasOwn(FUNCTIONS, token.name) ? this.#callFunction(token.name) : (this.#find(token.name) ?? Number.NaN)
  }

  #callFunction(name: string): number {
    if (!this.takeMark('(')) throw new ExpressionError(`“${name}” needs a bracket after it.`)
    const args = [this.parseSum()]
    while (this.takeMark(',')) args.push(this.parseSum())
    if (!this.takeMark(')')) throw new ExpressionError('A bracket is not closed.')
    return FUNCTIONS[name]?.(...args) ?? Number.NaN
  }
}

/**
 * Returns the value of an expression; undefined if a reference value is not known or the result is not finite (division by zero).
 * @throws ExpressionError on a syntax error
 */
export function evaluateExpression(text: string, find: FindReferenceValue): number | undefined {
  const reader = new ExpressionReader(tokenize(text), find)
  const value = reader.parseSum()
  reader.finish()
  return Number.isFinite(value) ? value : undefined
}

/**
 * Returns whether a condition (comparisons joined by `and`) is true; undefined if a reference value is not known.
 * @throws ExpressionError on a syntax error
 */
export function evaluateCondition(text: string, find: FindReferenceValue): boolean | undefined {
  const reader = new ExpressionReader(tokenize(text), find)
  let holds: boolean | undefined = true
  do {
    const left = reader.parseSum()
    const mark = reader.takeMark('<', '>', '<=', '>=')
    if (!mark) throw new ExpressionError('A condition compares two formulas with <, >, <= or >=.')
    const right = reader.parseSum()
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
