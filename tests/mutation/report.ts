/** Summarises Stryker's report for the mutants of a sample. */
import { keyOf } from './list-mutants.ts'

type Status = 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'CompileError' | 'RuntimeError' | 'Ignored' | 'Pending'

interface Position {
  line: number
  column: number
}

interface ReportedMutant {
  mutatorName: string
  replacement: string
  status: Status
  /** Lines and columns count from 1. */
  location: { start: Position; end: Position }
}

/** The JSON report: https://github.com/stryker-mutator/mutation-testing-elements/tree/master/packages/report-schema */
export interface Report {
  files: Record<string, { source: string; mutants: ReportedMutant[] }>
}

export interface Result extends ReportedMutant {
  file: string
  original: string
}

/** @param sampleKeys keys of the sample's mutants; all when it is missing */
export function resultsOf({ files }: Report, sampleKeys?: ReadonlySet<string>): Result[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .map((mutant) => ({ ...mutant, file, original: textAt(source, mutant.location) }))
      .filter((mutant) => !sampleKeys || sampleKeys.has(keyOf({ ...mutant, fileName: file, location: fromZero(mutant.location) }))),
  )
}

/** Event handlers and effects run only in a browser. Their mutants are counted separately, as only browser tests reach them. */
const runsInBrowserOnly = ({ file, status }: Pick<Result, 'file' | 'status'>): boolean => status === 'NoCoverage' && file.endsWith('.tsx')

export interface Summary {
  killed: number
  /** Killed, survived and not covered; mutants that do not compile or run once at the start are invalid. */
  valid: number
  invalid: number
  browserOnly: number
  survivors: Result[]
}

export function summarise(results: Result[]): Summary {
  const browserOnly = results.filter(runsInBrowserOnly)
  const survivors = results.filter((one) => (one.status === 'Survived' || one.status === 'NoCoverage') && !runsInBrowserOnly(one))
  const killed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const valid = killed + survivors.length
  return { killed, valid, browserOnly: browserOnly.length, invalid: results.length - valid - browserOnly.length, survivors }
}

export function describeSummary({ killed, valid, invalid, browserOnly, survivors }: Summary): string {
  const byKind = Map.groupBy(survivors, ({ mutatorName }) => mutatorName)
  return [
    ...survivors.toSorted((one, other) => (one.file < other.file ? -1 : 1)).map(describeSurvivor),
    ...(survivors.length > 0 ? ['Survivors by kind:'] : []),
    ...[...byKind].toSorted(([, one], [, other]) => other.length - one.length).map(([kind, all]) => `  ${kind} ${all.length}`),
    `${killed} of ${valid} mutants killed: ${((100 * killed) / valid).toFixed(1)}%.`,
    `Not counted: ${invalid} that do not compile or run only at start-up, ${browserOnly} in components that run only in a browser.`,
  ].join('\n')
}

function describeSurvivor({ file, location, mutatorName, status, original, replacement }: Result): string {
  return [
    `${file}:${location.start.line}:${location.start.column} ${mutatorName}, ${status === 'NoCoverage' ? 'not covered' : 'survived'}`,
    `  - ${truncate(original)}`,
    `  + ${truncate(replacement)}`,
  ].join('\n')
}

function truncate(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ')
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}

function textAt(source: string, { start, end }: ReportedMutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines.map((line, index) => line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined)).join('\n')
}

const fromZero = ({ start, end }: ReportedMutant['location']) => ({
  start: { line: start.line - 1, column: start.column - 1 },
  end: { line: end.line - 1, column: end.column - 1 },
})
