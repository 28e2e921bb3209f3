/** Tests how reference values in texts are resolved: formats, links, errors and conditions. */
import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '#platform/markdown/markdown-parser.ts'
import { toPlainText } from '#platform/markdown/plain-text.ts'
import { evaluateCondition, evaluateExpression, ExpressionError } from './figure-expression.policy.ts'
import { formatReferenceValue } from './figure-format.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { resolveReferenceText } from './figure-text.policy.ts'
import { createReferenceValues } from '#features/figures/figures.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-09-24')
const resolvePlain = (source: string) => resolveReferenceText(source, referenceValues, { isPlain: true }).text
const find = (key: string) => referenceValues.find(key)?.value

describe('values by key', () => {
  test.each([
    ['{{cap.electricity}}', '26.11p'],
    ['{{cap.electricity|unit}}', '26.11p a kWh'],
    ['{{cap.electricity | 0}}', '26p'],
    ['{{cap.electricity|number}}', '26.11'],
    ['{{cap.electricity|£}}', '£0.26'],
    ['{{cap.electricity|date}}', 'July to September 2026'],
    ['{{cap.electricity|prices}}', 'prices of July to September 2026'],
    ['{{cap.electricity@2026-05}}', '24.67p'],
    ['{{cap.electricity@2026-05|date}}', 'April to June 2026'],
    ['{{cap.electricity|source}}', 'Ofgem'],
    ['{{cap.electricity|checked}}', '23 November 2026'],
    ['{{bus.air-to-water}}', '£7,500'],
    ['{{bus.off-grid-oil-lpg|from}}', '21 July 2026'],
    ['{{vat.energy-saving}} until {{vat.energy-saving|until}}', '0% until 31 March 2027'],
    ['{{efficiency.boiler}}', '85%'],
    ['{{export.flat|range}}', '3p to 15p'],
    ['{{export.flat|low}}, {{export.flat|high}}', '3p, 15p'],
    ['{{carbon.electricity|unit}}', '0.13096 kg a kWh'],
    ['{{fuel.petrol}}', '158.5p'],
    ['{{epc.reform}}', 'second half of 2027'],
    ['{{design.temperature}}', '−3 °C'],
    ['{{= 2500 * cap.electricity / 100 | £}}', '£653'],
    ['{{= 11500 * cap.gas / 100 | £ | 2}}', '£842.95'],
    ['{{= cap.electricity / cap.gas * efficiency.boiler | 2}}', '3.03'],
    ['{{= min(9775 / scop.flow-45, 4000) | kWh}}', '2,962 kWh'],
    ['{{= 1 - carbon.electricity / carbon.gas | share}}', '28%'],
  ])('%s is resolved to %s', (source, printed) => expect(resolvePlain(source)).toBe(printed))

  test('links the first mention to its page, with the period in the title', () => {
    const { text, keys } = resolveReferenceText('{{cap.gas}} and {{cap.gas}}, {{tariff.night}}', referenceValues)
    expect(text).toBe(
      '[7.33p](/today/cap.gas "July to September 2026") and 7.33p, [9p](/today/tariff.night "since July 2026; not confirmed")',
    )
    expect(keys).toEqual(['cap.gas', 'tariff.night'])
    expect(parseMarkdown(text, 'site')).toContain('<a href="/today/cap.gas" title="July to September 2026">7.33p</a>')
  })

  test('parses a pipe within a table cell as part of the placeholder, and leaves code unchanged', () => {
    const html = parseMarkdown(resolveReferenceText('| A | B |\n|---|---|\n| {{cap.gas|0}} | x |', referenceValues).text, 'site')
    expect(html).toContain('>7p</a></td>')
    const source = 'Write `{{cap.gas}}`.\n\n```\n{{cap.gas}}\n```'
    expect(resolveReferenceText(source, referenceValues).text).toBe(source)
  })
})

describe('errors', () => {
  test.each([
    ['{{no.such}}', 'not known yet', 'There is no figure “no.such”.'],
    ['{{carbon.electricity@2020-01}}', 'not known yet', '“carbon.electricity” has no value yet.'],
    ['{{cap.gas|fancy}}', 'not known yet', '“fancy” is no form of a figure.'],
    ['{{= 1 + }}', 'not known yet', 'A number or a key is missing in this formula.'],
    ['{{= process.exit(1)}}', 'not known yet', 'There is text after the end of this formula.'],
    ['{{= 1 / 0}}', 'not known yet', undefined],
    ['{{else}}', 'not known yet', 'An {{else}} has no {{if}}.'],
    ['{{if cap.gas > 1}}never closed', 'never closed', 'An {{if}} has no {{end}}.'],
    ['{{cap.gas and {{', 'cap.gas and ', 'There are unmatched double braces.'],
    ['a }} b', 'a }} b', undefined],
  ])('%s reports a problem to the author and shows no braces to readers', (source, printed, problem) => {
    const { text, problems } = resolveReferenceText(source, referenceValues)
    expect(text).toBe(printed)
    expect(problems).toEqual(expect.arrayContaining(problem === undefined ? [] : [problem]))
  })

  test('a draft shows errors in place, with the input escaped', () => {
    const { text } = resolveReferenceText('{{<img src=x onerror=alert(1)>}} {{a[b](javascript:x)|*y*}}', referenceValues, { isDraft: true })
    const html = parseMarkdown(text, 'site')
    expect(html).toContain('<strong>[')
    expect(html).not.toMatch(/<img|href=.javascript|<em>/)
  })
})

describe('conditional text', () => {
  const conditionalText = '{{if cap.electricity / cap.gas > 3}}Electricity is dear.{{else}}Electricity is cheap.{{end}}'
  test('prints the branch that holds', () => {
    expect(resolvePlain(conditionalText)).toBe('Electricity is dear.')
    expect(resolvePlain(conditionalText.replace('> 3', '> 4'))).toBe('Electricity is cheap.')
    expect(resolvePlain('{{if 1 > 2}}No.{{end}}')).toBe('This is no longer true at today’s prices.')
    expect(resolvePlain('{{if 1 > 2}}No{{else}}{{end}}.')).toBe('.')
    expect(resolvePlain('{{if no.such > 2}}No.{{else}}Yes.{{end}}')).toBe('This is not available today: a value is missing.')
  })
  test('returns the conditions and keys of a text, also over several lines', () => {
    const { text, conditions, keys } = resolveReferenceText(
      '{{if cap.gas < 1 and cap.electricity > 1}}a\n\n{{use.gas}}{{end}} b',
      referenceValues,
    )
    expect(conditions).toEqual([{ condition: 'cap.gas < 1 and cap.electricity > 1', holds: false }])
    expect(keys).toEqual(['cap.gas', 'cap.electricity', 'use.gas'])
    expect(text.trim()).toBe('This is no longer true at today’s prices. b')
  })
})

describe('expressions', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * -3', -9],
    ['10 - 4 - 3', 3],
    ['round(cap.gas)', 7],
    ['max(1, 5, 3) / abs(-2)', 2.5],
    ['cap.electricity-standing', 57.19],
  ])('evaluates %s', (expression, value) => expect(evaluateExpression(expression, find)).toBe(value))
  test('evaluateExpression rejects everything else, and expressions that are too long or too deep', () => {
    for (const invalid of ['constructor.name(1)', 'a[0]', '1;2', '', '((1)', 'min 1', '2 ** 3', 'x = 1', '1 2', '0x10', 'toString()'])
      expect(() => evaluateExpression(invalid, () => 1), invalid).toThrow(ExpressionError)
    expect(() => evaluateExpression('('.repeat(60) + 1 + ')'.repeat(60), find)).toThrow('too many brackets')
    expect(() => evaluateExpression('-'.repeat(100) + 1, find)).toThrow(ExpressionError)
    expect(() => evaluateExpression('1+'.repeat(400) + 1, find)).toThrow('too long')
    expect(() => evaluateCondition('1 + 1', find)).toThrow('compares')
    expect(evaluateExpression('no.such + 1', find)).toBeUndefined()
  })
})

test('formats long units, negative amounts, pence and shares', () => {
  expect(formatReferenceValue(1876, '£/kW', { isLong: true })).toBe('£1,876 a kW')
  expect(formatReferenceValue(-30, '£')).toBe('−£30')
  expect(formatReferenceValue(1234.5, '£')).toBe('£1,234.50')
  expect(formatReferenceValue(0.0251, 'share')).toBe('2.5%')
})

test('the output for malicious text stays proportional to its length', () => {
  for (const malicious of ['{{', '{{{', '}}', '`{{', '{{a|', '{{if 1 > 0}}', '{{= (', '|{{cap.gas}}|\n']) {
    const source = malicious.repeat(200_000 / malicious.length)
    const { text } = resolveReferenceText(source, referenceValues)
    expect(text.length).toBeLessThan(source.length * 20)
  }
  const draft = resolveReferenceText('{{cap.gas}} '.repeat(10_000), referenceValues, { isDraft: true })
  expect(draft.text.split('There are more than')).toHaveLength(2)
  expect(toPlainText(resolvePlain('{{cap.gas}} is **it**'))).toBe('7.33p is it')
})
