/**
 * Resolves reference values in Markdown: `{{cap.electricity}}`, expressions (`{{= 2500 * cap.electricity / 100 | £}}`), and conditions:
 * `{{if scop.flow-45 > 3}}…{{else}}…{{end}}`, or `{{either …}}` if neither branch is the author's claim. Caveats, `{{caveat:r290-clearance}}`,
 * are on a separate line. The result is Markdown, from which page, feed, mail and plain text are derived. Code is not changed.
 */
import { formatLongDate } from '#wording/dates.ts'
import { DEFAULT_LANGUAGE } from '#wording/numbers.ts'
import { formatPeriod } from '#wording/periods.ts'
import { evaluateCondition, evaluateExpression, ExpressionError, type FindReferenceValue } from './figure-expression.policy.ts'
import { formatDigits, formatReferenceValue, formatReferenceRange } from './figure-format.policy.ts'
import type { ReferenceValue, ReferenceValues } from '#features/figures/figures.policy.ts'
import {
  CAVEAT_PREFIX,
  formatCaveat,
  formatPlainCaveat,
  parseCaveatLine,
  type FindCaveat,
} from '#features/figures/caveats/caveat.policy.ts'
import { limitText } from '#wording/cut-text.ts'

export interface ReferenceTextOptions {
  language?: string | undefined
  /** Whether links are left out. */
  isPlain?: boolean
  /** Whether errors are shown in place, for the author. */
  isDraft?: boolean
  /** Returns the caveat of `{{caveat:key}}`; without it, no caveat is known. */
  findCaveat?: FindCaveat
}

export interface ReferenceCondition {
  condition: string
  /** Whether the condition is true; undefined if a reference value is missing. */
  holds: boolean | undefined
}

export interface ResolvedText {
  text: string
  /** Error messages that the author of the text sees. */
  problems: string[]
  /** Distinct keys that occur in the text. */
  keys: string[]
  conditions: ReferenceCondition[]
}

const REFERENCE_VALUES_PATH = '/today'
export const referenceValuePath = (key: string) => `${REFERENCE_VALUES_PATH}/${key}`
export const REFERENCE_KEY = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)?$/

/** Matches inline code or a placeholder; neither can start within the other. */
const PLACEHOLDER_PATTERN = /`[^`\n]*`|\{\{([^{}\n]{0,300})\}\}/g
/** Matches the start of a conditional. With `if` the author claims that the condition is true; with `either` both branches are acceptable. */
const OPENING_PATTERN = /^(?:if|either) /
const FENCE_PATTERN = /^ {0,3}(?:```|~~~)/
const KEY_IN_EXPRESSION = /[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*(?:@\d{4}-\d{2}(?:-\d{2})?)?/g
const DAY_SUFFIX = /@(\d{4}-\d{2})(-\d{2})?$/
const STRAY_BRACES = /\{\{|\}\}/g
/** Maximum number of placeholders per text, which limits the work. */
const MAX_PLACEHOLDERS = 1500
const UNLINKED_FORMS = new Set(['plain', 'date', 'prices', 'from', 'until', 'checked', 'source', 'newer'])
const UNIT_WORDS = new Set(['kWh', 'kW', 'kg', 'W', 'years', 'miles', 'litres', 'tonnes', 'days', 'hours'])

export const hasReferencePlaceholders = (source: string): boolean => source.includes('{{')

/**
 * Resolves all placeholders of a text.
 * @param referenceValues reference values of the day on which the text is read
 */
export function resolveReferenceText(source: string, referenceValues: ReferenceValues, options: ReferenceTextOptions = {}): ResolvedText {
  if (!hasReferencePlaceholders(source)) return { text: source, problems: [], keys: [], conditions: [] }
  return new Resolver(referenceValues, options).resolve(source)
}

class Resolver {
  readonly #referenceValues: ReferenceValues
  readonly #options: ReferenceTextOptions
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- lives as long as one text is resolved
  readonly #problems = new Set<string>()
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- as above
  readonly #keys = new Set<string>()
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- as above
  readonly #linked = new Set<string>()
  readonly #conditions: ReferenceCondition[] = []
  /** The conditional whose `{{end}}` is still to come; undefined outside conditionals. */
  #openConditional: { holds: boolean | undefined; isElse: boolean; hasElse: boolean } | undefined
  #placeholderCount = 0

  constructor(referenceValues: ReferenceValues, options: ReferenceTextOptions) {
    this.#referenceValues = referenceValues
    this.#options = options
  }

  resolve(source: string): ResolvedText {
    let isCode = false
    const lines = source.split('\n').map((line) => {
      if (FENCE_PATTERN.test(line)) isCode = !isCode
      else if (!isCode) return this.#resolveLine(line)
      return this.#isShown ? line : ''
    })
    if (this.#openConditional) this.#report('An {{if}} has no {{end}}.')
    return { text: lines.join('\n'), problems: [...this.#problems], keys: [...this.#keys], conditions: this.#conditions }
  }

  get #isShown(): boolean {
    return !this.#openConditional || this.#openConditional.holds === !this.#openConditional.isElse
  }

  #resolveLine(line: string): string {
    const caveatKey = parseCaveatLine(line)
    if (caveatKey !== undefined) return this.#isShown ? this.#resolveCaveat(caveatKey) : ''
    let text = ''
    let sliceStart = 0
    const append = (part: string) => {
      if (this.#isShown) text += part.includes('{{') || part.includes('}}') ? this.#stripBraces(part) : part
    }
    for (const { 0: placeholder, 1: body, index } of line.matchAll(PLACEHOLDER_PATTERN)) {
      append(line.slice(sliceStart, index))
      sliceStart = index + placeholder.length
      if (body === undefined) text += this.#isShown ? placeholder : ''
      else text += this.#resolvePlaceholder(body.trim())
    }
    append(line.slice(sliceStart))
    return text
  }

  #stripBraces(text: string): string {
    this.#report('There are unmatched double braces.')
    return text.replace(STRAY_BRACES, '')
  }

  #resolvePlaceholder(body: string): string {
    this.#placeholderCount += 1
    // The error is reported only once; repeating it for each further placeholder would multiply the size of the text.
    if (this.#placeholderCount > MAX_PLACEHOLDERS)
      return this.#placeholderCount === MAX_PLACEHOLDERS + 1
        ? this.#reportAndMark(`There are more than ${MAX_PLACEHOLDERS} figures in this text.`)
        : ''
    if (body === 'else' || body === 'end' || OPENING_PATTERN.test(body)) return this.#resolveConditional(body)
    if (body.startsWith(CAVEAT_PREFIX)) return this.#reportAndMark('A caveat needs a line without other text.')
    for (const [key] of body.startsWith('=') ? body.split('|', 1)[0]!.matchAll(KEY_IN_EXPRESSION) : []) this.#addKey(key)
    const [subject = '', ...forms] = body.split('|').map((part) => part.trim())
    if (!subject.startsWith('=')) this.#addKey(subject)
    if (!this.#isShown) return ''
    return subject.startsWith('=') ? this.#resolveExpression(subject.slice(1), forms) : this.#resolveValue(subject, forms)
  }

  #resolveCaveat(key: string): string {
    const { findCaveat, isPlain = false, language = DEFAULT_LANGUAGE } = this.#options
    const caveat = (this.#placeholderCount += 1) > MAX_PLACEHOLDERS ? undefined : findCaveat?.(key)
    if (caveat) return isPlain ? formatPlainCaveat(caveat) : formatCaveat(caveat, language)
    const message = `There is no caveat “${key}”.`
    this.#report(message)
    return this.#options.isDraft ? this.#mark(message) : ''
  }

  #resolveConditional(body: string): string {
    if (OPENING_PATTERN.test(body)) {
      if (this.#openConditional) return this.#reportAndMark('An {{if}} cannot be inside another one.')
      const condition = body.replace(OPENING_PATTERN, '').trim()
      for (const [key] of condition.matchAll(KEY_IN_EXPRESSION)) this.#addKey(key)
      const holds = this.#catchSyntaxError(() => evaluateCondition(condition, this.#find))
      if (body.startsWith('if')) this.#conditions.push({ condition, holds })
      this.#openConditional = { holds, isElse: false, hasElse: false }
      return ''
    }
    if (!this.#openConditional) return this.#reportAndMark(`An {{${body}}} has no {{if}}.`)
    if (body === 'else') {
      Object.assign(this.#openConditional, { isElse: true, hasElse: true })
      return ''
    }
    const { holds, hasElse } = this.#openConditional
    this.#openConditional = undefined
    if (holds === undefined) return 'This is not available today: a value is missing.'
    return holds || hasElse ? '' : 'This is no longer true at today’s prices.'
  }

  #addKey(key: string): void {
    this.#keys.add(key.replace(DAY_SUFFIX, ''))
  }

  /** Finds the value of a key, which may end with a day: `cap.electricity@2026-05`. */
  readonly #find: FindReferenceValue = (key) => this.#lookUp(key)?.value

  #lookUp(key: string): ReferenceValue | undefined {
    const [, month, day = '-01'] = DAY_SUFFIX.exec(key) ?? []
    const name = key.replace(DAY_SUFFIX, '')
    const referenceValue = (month ? this.#referenceValues.forDay(`${month}${day}`) : this.#referenceValues).find(name)
    if (!referenceValue) this.#report(this.#referenceValues.isKnown(name) ? `“${name}” has no value yet.` : `There is no figure “${name}”.`)
    return referenceValue
  }

  #resolveValue(key: string, forms: string[]): string {
    const referenceValue = this.#lookUp(key)
    const name = key.replace(DAY_SUFFIX, '')
    if (!referenceValue)
      return this.#mark(this.#referenceValues.isKnown(name) ? `“${name}” has no value yet` : `no figure “${limitText(key, 60)}”`)
    const text = this.#catchSyntaxError(() => this.#formatProperty(referenceValue, forms))
    if (text === undefined) return this.#mark(`“${forms.join(' | ')}” is no form of a figure`)
    if (text === '' || this.#options.isPlain || this.#linked.has(name) || !this.#canLink(forms)) return text
    this.#linked.add(name)
    return `[${text}](${referenceValuePath(name)} "${this.#createLinkTitle(referenceValue)}")`
  }

  /** Whether the text is linked: only values are, not their date or other properties. */
  #canLink(forms: readonly string[]): boolean {
    return !forms.some((form) => UNLINKED_FORMS.has(form))
  }

  #createLinkTitle({ from, to, isExpired, certainty }: ReferenceValue): string {
    const period = formatPeriod(from, to, this.#options.language)
    return `${period}${isExpired ? ', the last known value' : ''}${certainty === 'C' ? '; not confirmed' : ''}`
  }

  #formatProperty(referenceValue: ReferenceValue, forms: string[]): string {
    const { language = DEFAULT_LANGUAGE } = this.#options
    const { label, value, low, high, unit, from, to } = referenceValue
    const numberFormat = { decimals: findDecimals(forms), isLong: forms.includes('unit'), language }
    const kind = forms.find((form) => form !== 'unit' && form !== 'plain' && !/^\d$/.test(form))
    switch (kind) {
      case undefined:
        return formatReferenceValue(value, unit, numberFormat)
      case 'low':
        return formatReferenceValue(low, unit, numberFormat)
      case 'high':
        return formatReferenceValue(high, unit, numberFormat)
      case 'range':
        return formatReferenceRange(low, high, unit, numberFormat)
      case 'number':
        return formatDigits(value, numberFormat.decimals, language)
      case '£':
        return formatReferenceValue(unit.startsWith('p/') ? value / 100 : value, '£', { decimals: numberFormat.decimals ?? 2, language })
      case 'date':
        return formatPeriod(from, to, language)
      case 'prices':
        return to === null ? `prices ${formatPeriod(from, to, language)}` : `prices of ${formatPeriod(from, to, language)}`
      case 'from':
        return formatLongDate(from, language)
      case 'until':
        return to === null ? 'until further notice' : formatLongDate(to, language)
      case 'newer':
        return referenceValue.isExpired && to !== null
          ? `A newer value of “${escapeMarkdown(label)}” has applied since ${formatLongDate(getDayAfter(to), language)}; we do not have it yet, so use your own.`
          : ''
      case 'checked':
        return formatLongDate(referenceValue.checked, language)
      case 'source':
        return referenceValue.source.publisher.replace(/[!-/:-@[-`{-~]/g, '\\$&')
      default:
        throw new ExpressionError(`“${kind}” is no form of a figure.`)
    }
  }

  #resolveExpression(text: string, forms: string[]): string {
    const value = this.#catchSyntaxError(() => evaluateExpression(text, this.#find))
    if (value === undefined) return this.#mark(`this sum has no result: ${limitText(text.trim(), 80)}`)
    const { language } = this.#options
    const decimals = findDecimals(forms)
    const kind = forms.find((form) => !/^\d$/.test(form) && form !== 'plain')
    if (kind === undefined) return formatReferenceValue(value, '', { decimals: decimals ?? 2, language })
    if (kind === '£' || kind === 'p' || kind === '%' || kind === 'share')
      return formatReferenceValue(value, kind, { decimals: decimals ?? (kind === 'p' ? 2 : 0), language })
    if (UNIT_WORDS.has(kind)) return formatReferenceValue(value, kind, { decimals: decimals ?? 0, language })
    this.#report(`“${kind}” is no form of a sum.`)
    return this.#mark(`“${kind}” is no form of a sum`)
  }

  #catchSyntaxError<T>(evaluate: () => T): T | undefined {
    try {
      return evaluate()
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      this.#report(error.message)
      return undefined
    }
  }

  #report(message: string): void {
    this.#problems.add(message)
  }

  #reportAndMark(message: string): string {
    this.#report(message)
    return this.#mark(message)
  }

  #mark(message: string): string {
    if (!this.#options.isDraft) return 'not known yet'
    return `**${`[${message}]`.replace(/[\\`*_{}[\]<>|~#]/g, (mark) => (mark === '[' || mark === ']' ? `\\${mark}` : mark === '|' ? '/' : ''))}**`
  }
}

/** Escapes the characters that could format a label or link it. */
const escapeMarkdown = (text: string): string => text.replace(/[\\`*_{}[\]<>|~#!&]/g, '\\$&')

const getDayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

function findDecimals(forms: readonly string[]): number | undefined {
  const digit = forms.find((form) => /^\d$/.test(form))
  return digit === undefined ? undefined : Number(digit)
}
