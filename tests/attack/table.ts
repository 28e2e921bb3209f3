/** Formats the results as a table, for a terminal or as Markdown. */
import type { GroupResult } from './attack.ts'

const HEADER = ['engine', 'group', 'what', 'tried', 'problems', 'slowest /healthz', 'note']

export function formatTable(results: readonly GroupResult[], { markdown = false } = {}): string {
  const lines = results.flatMap(({ engine, group, rows, health }) =>
    rows.map(({ name, tried, problems, note = '' }, index) => [
      engine,
      group,
      name,
      String(tried),
      String(problems.length),
      index === 0 ? `${health.slowestMs} ms` : '',
      note,
    ]),
  )
  const totals = ['', 'All', '', sumOf(lines, 3), sumOf(lines, 4), '', '']
  const all = [HEADER, ...lines, totals]
  const widths = HEADER.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)))
  const format = (line: string[]) => {
    const cells = line.map((cell, column) =>
      column === 3 || column === 4 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    )
    return markdown ? `| ${cells.join(' | ')} |` : cells.join('  ').trimEnd()
  }
  const rule = markdown ? [`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`] : []
  return [format(HEADER), ...rule, ...lines.map(format), format(totals)].join('\n')
}

const sumOf = (lines: readonly string[][], column: number): string =>
  String(lines.reduce((sum, line) => sum + Number(line[column] ?? 0), 0))
