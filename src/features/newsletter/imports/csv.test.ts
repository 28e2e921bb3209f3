import { describe, expect, test } from 'vitest'
import { detectDelimiter, MAX_COLUMNS, parseCsv } from './csv.policy.ts'
import { guessColumnsFromData } from './first-row.ts'
import { guessColumns, parseConsentDate, getStatusSkipReason } from './import.policy.ts'

const parseCells = (text: string, delimiter: Parameters<typeof parseCsv>[1] = ',') =>
  [...parseCsv(text, delimiter)].map(({ cells }) => cells)
/** Also returns the number of remaining lines: the generator's return value, which `for … of` discards. */
function parseAtMost(text: string, maxRows: number) {
  const generator = parseCsv(text, ',', maxRows)
  const rows = []
  for (let next = generator.next(); ; next = generator.next()) {
    if (next.done) return { rows, remaining: next.value }
    rows.push(next.value)
  }
}

describe('detectDelimiter', () => {
  test.each([
    ['a,b;c,d', ','],
    ['a;b;c,d', ';'],
    ['a\tb\tc;d,e', '\t'],
    ['alone', ','],
    ['', ','],
    ['a,b\nc;d;e;f', ','],
    [`${'x'.repeat(9_998)},;;;`, ','],
  ])('returns for %j the delimiter %j', (text, delimiter) => expect(detectDelimiter(text)).toBe(delimiter))
})

describe('parseCsv', () => {
  test.each([
    ['a , b', [['a', 'b']]],
    ['\uFEFFa,b', [['a', 'b']]],
    [
      'a,b\r\nc,d\re,f\n',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
      ],
    ],
    ['"a,b",c', [['a,b', 'c']]],
    ['  "a" ,b', [['a', 'b']]],
    ['" a ",b', [['a', 'b']]],
    ['"say ""yes""",b', [['say "yes"', 'b']]],
    ['"""",b', [['"', 'b']]],
    ['"",b', [['', 'b']]],
    ['a,"b"', [['a', 'b']]],
    ['a,"b",', [['a', 'b', '']]],
    ['a,', [['a', '']]],
    [',,', [['', '', '']]],
    ['a,b"c,d', [['a', 'b"c', 'd']]],
    ['"a"x,b', [undefined]],
    ['"a" "b",c', [undefined]],
    ['"a"\n"b', [['a'], undefined]],
    ['"a\nb",c\nd', [['a\nb', 'c'], ['d']]],
    ['"a\r\nb",c', [['a\nb', 'c']]],
    ['', []],
    [' \n\t\n', []],
  ])('parses %j into the expected cells', (text, cells) => expect(parseCells(text)).toEqual(cells))

  test('parses cells of up to 20 lines and treats longer ones as broken', () => {
    const makeCellOfLines = (count: number) => `"${Array.from({ length: count }, (_, n) => n).join('\n')}",end`
    expect(parseCells(makeCellOfLines(20))[0]?.[1]).toBe('end')
    expect(parseCells(makeCellOfLines(21))[0]).toBeUndefined()
  })

  test.each([
    ['bare', (n: number) => Array(n).fill('x').join(',')],
    ['quoted', (n: number) => Array(n).fill('"x"').join(',')],
  ])('returns at most 200 cells of a row of %s cells', (_, makeRow) => {
    expect([MAX_COLUMNS - 1, MAX_COLUMNS, MAX_COLUMNS + 1].map((n) => parseCells(makeRow(n))[0]?.length)).toEqual([199, 200, 200])
  })

  test('parses rows of up to 100,000 characters and treats longer ones as broken', () => {
    expect(parseCells('x'.repeat(100_000))).toEqual([['x'.repeat(100_000)]])
    expect(parseCells(`${'x'.repeat(100_001)}\na`)).toEqual([undefined, ['a']])
  })

  test('returns the number of the first line of each row, and how many lines remain after the last row', () => {
    expect(parseAtMost('a\n\n"b\nc"\nd\n"e\nf', Infinity)).toEqual({
      rows: [
        { line: 1, cells: ['a'] },
        { line: 3, cells: ['b\nc'] },
        { line: 5, cells: ['d'] },
        { line: 6, cells: undefined },
        { line: 7, cells: ['f'] },
      ],
      remaining: 0,
    })
    expect(parseAtMost('a\nb\n \nc d\r\ne', 2)).toEqual({
      rows: [
        { line: 1, cells: ['a'] },
        { line: 2, cells: ['b'] },
      ],
      remaining: 2,
    })
    expect(parseAtMost('a', 0)).toEqual({ rows: [], remaining: 1 })
  })
})

describe('guessColumns', () => {
  test.each([
    [['Name', 'E-mail', 'Source', 'Date'], { email: 1, source: 2, date: 3 }],
    [['address'], { email: 0, source: null, date: null }],
    [['a', 'b'], { email: 0, source: null, date: null }],
    [['Subscribed page', 'Email', 'Consent from'], { email: 1, source: 2, date: 0 }],
    [['email', 'email date', 'where'], { email: 0, source: 2, date: 1 }],
    [['EMAIL', 'Consent source', 'opt in'], { email: 0, source: 1, date: 2 }],
    [['email', 'Origin', 'Opt-in'], { email: 0, source: 1, date: 2 }],
    [['email', 'consent', 'optin'], { email: 0, source: null, date: 2 }],
    [['email', 'page', 'since'], { email: 0, source: 1, date: 2 }],
    [['email', 'page', 'confirmed'], { email: 0, source: 1, date: 2 }],
    [['email', 'page', 'when'], { email: 0, source: 1, date: 2 }],
  ])('detects the columns by the headings %j', (headings, columns) => expect(guessColumns(headings)).toMatchObject(columns))
})

describe('parseConsentDate', () => {
  test.each([
    ['2026-05-31', '2026-05-31T00:00:00.000Z'],
    ['31.05.2026', '2026-05-31T00:00:00.000Z'],
    ['1/5/2026', '2026-05-01T00:00:00.000Z'],
    ['2026-05-31T10:30Z', '2026-05-31T10:30:00.000Z'],
    ['2026-05-31 10:30:15Z', '2026-05-31T10:30:15.000Z'],
    ['2026-05-31T10:30:15.25Z', '2026-05-31T10:30:15.250Z'],
    ['2026-05-31T10:30+02:00', '2026-05-31T08:30:00.000Z'],
    ['2026-05-31T23:30-02:00', '2026-06-01T01:30:00.000Z'],
    ['2026-06-01 00:30+02:00', '2026-05-31T22:30:00.000Z'],
    ['2026-02-30T10:00Z', undefined],
    ['x2026-05-31', undefined],
    ['2026-05-31x', undefined],
    ['131.05.2026', undefined],
    ['31.005.2026', undefined],
    ['31.05.20266', undefined],
    ['31-05-2026', undefined],
    ['x31.05.2026', undefined],
    ['2026-13-01', undefined],
    ['2026-05-31T10', undefined],
    ['2026-05-31T25:00Z', undefined],
  ])('converts %s to %s', (text, isoTime) => expect(parseConsentDate(text)).toBe(isoTime))
})

describe('files exported by other software', () => {
  test.each([
    [['address', 'email', 'updated_at', 'created_at'], { email: 1, date: 3 }],
    [['Email Address', 'First Name', 'OPTIN_TIME', 'CONFIRM_TIME', 'LAST_CHANGED'], { email: 0, date: 2 }],
    [['id', 'email', 'name', 'status', 'updated_at'], { email: 1, status: 3, date: null }],
    [['Email', 'Unsubscribed', 'Subscribed at'], { email: 0, status: 1, date: 2 }],
    [['Street address', 'Mail'], { email: 1 }],
    [['Email status', 'Email'], { email: 1, status: 0 }],
  ])('with the headings %j have their columns detected', (headings, columns) => expect(guessColumns(headings)).toMatchObject(columns))

  test.each([
    [['anna@example.org', '31.05.2026', 'active'], { email: 0, source: null, date: 1, status: 2 }],
    [['Anna', 'r&d@example.org'], { email: 1, source: null, date: null, status: null }],
    [['Name', 'E-mail'], undefined],
  ])('with the data %j in their first row have the columns %j', (cells, columns) =>
    expect(guessColumnsFromData(cells, 'day-month')).toEqual(columns),
  )

  test('may name the delimiter in a sep= line, which is not a row', () => {
    const text = '\uFEFFsep=;\r\nemail;x,y\na@b.org;1'
    expect(detectDelimiter(text)).toBe(';')
    expect([...parseCsv(text, ';')].map(({ line, cells }) => [line, cells?.[0]])).toEqual([
      [2, 'email'],
      [3, 'a@b.org'],
    ])
  })
})

test.each([
  ['5/6/2026', 'month-day', '2026-05-06T00:00:00.000Z'],
  ['5/6/2026', 'day-month', '2026-06-05T00:00:00.000Z'],
  ['5/6/2026', 'unknown', undefined],
  ['5/5/2026', 'unknown', '2026-05-05T00:00:00.000Z'],
  ['5/31/2026', 'day-month', '2026-05-31T00:00:00.000Z'],
  ['31/5/2026', 'month-day', '2026-05-31T00:00:00.000Z'],
  ['5.6.2026', 'month-day', '2026-06-05T00:00:00.000Z'],
  ['5/31/2026 2:30 PM', 'month-day', '2026-05-31T14:30:00.000Z'],
  ['5/31/2026 12:05 am', 'month-day', '2026-05-31T00:05:00.000Z'],
  ['31.05.2026 10:30:15', 'day-month', '2026-05-31T10:30:15.000Z'],
  ['2026-05-31 10:30', 'day-month', '2026-05-31T10:30:00.000Z'],
  ['2026-05-31 10:30:15 UTC', 'day-month', '2026-05-31T10:30:15.000Z'],
  ['46173', 'day-month', '2026-05-31T00:00:00.000Z'],
  ['46173.4375', 'day-month', '2026-05-31T10:30:00.000Z'],
  ['30/30/2026', 'day-month', undefined],
  ['31/02/2026', 'day-month', undefined],
] as const)('parseConsentDate of %j in the order %j returns %j', (text, order, isoTime) => {
  expect(parseConsentDate(text, order)).toBe(isoTime)
})

test.each([
  ['unsubscribed', 'status', 'status-unsubscribed'],
  ['Blocklisted', 'Status', 'status-blocklisted'],
  ['hard bounced', 'state', 'status-bounced'],
  ['cleaned', 'status', 'status-bounced'],
  ['pending', 'status', 'status-other'],
  ['VIP', 'status', 'status-other'],
  ['enabled', 'status', undefined],
  ['', 'status', undefined],
  ['2026-01-01', 'unsubscribed_at', 'status-unsubscribed'],
  ['yes', 'Blocklisted', 'status-blocklisted'],
  ['1', 'bounced', 'status-bounced'],
  ['0', 'bounced', undefined],
] as const)('getStatusSkipReason of %j in the column %j returns %j', (status, heading, reason) => {
  expect(getStatusSkipReason(status, heading)).toBe(reason)
})
