/** What was tried and what came of it, for a terminal or a page. */
import type { GroupResult } from './attack.ts'

const HEAD = ['engine', 'group', 'what', 'tried', 'faults', 'slowest /healthz', 'note']

export function formatTable(results: readonly GroupResult[], { markdown = false } = {}): string {
  const lines = results.flatMap(({ engine, group, rows, health }) =>
    rows.map(({ name, tried, faults, note = '' }, at) => [
      engine,
      group,
      name,
      String(tried),
      String(faults.length),
      at === 0 ? `${health.slowestMs} ms` : '',
      note,
    ]),
  )
  const counts = ['', 'All', '', sumOf(lines, 3), sumOf(lines, 4), '', '']
  const all = [HEAD, ...lines, counts]
  const widths = HEAD.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)))
  const format = (line: string[]) => {
    const cells = line.map((cell, column) =>
      column === 3 || column === 4 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    )
    return markdown ? `| ${cells.join(' | ')} |` : cells.join('  ').trimEnd()
  }
  const rule = markdown ? [`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`] : []
  return [format(HEAD), ...rule, ...lines.map(format), format(counts)].join('\n')
}

const sumOf = (lines: readonly string[][], column: number): string =>
  String(lines.reduce((sum, line) => sum + Number(line[column] ?? 0), 0))
