/** Formats the results as a table for a terminal. */
import type { FaultRow } from './scenario.ts'

const HEADER = ['engine', 'what', 'rounds', 'acknowledged', 'lost', 'problems', 'note']

export function formatTable(rows: readonly FaultRow[]): string {
  const lines = rows.map(({ engine, name, rounds, acknowledged, lost, problems, note = '' }) => [
    engine,
    name,
    String(rounds),
    String(acknowledged),
    String(lost),
    String(problems.length),
    note,
  ])
  const sum = (of: (row: FaultRow) => number) => String(rows.reduce((all, row) => all + of(row), 0))
  const all = [
    HEADER,
    ...lines,
    ['All', '', sum((row) => row.rounds), sum((row) => row.acknowledged), sum((row) => row.lost), sum((row) => row.problems.length), ''],
  ]
  const widths = HEADER.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)))
  const isNumber = (column: number) => column > 1 && column < 6
  const cell = (text: string, column: number) => (isNumber(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0))
  return all.map((line) => line.map(cell).join('  ').trimEnd()).join('\n')
}
