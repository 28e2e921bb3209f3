/** Relevance judgements (queries with their relevant pages) and metrics of search quality. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface JudgedQuery {
  kind: string
  query: string
  /** Paths of the relevant pages. */
  pages: readonly string[]
  /** The query was used for tuning; the others only measure. */
  isTuned: boolean
}

const PATHS: Record<string, (name: string) => string> = {
  a: (name) => `/articles/${name}`,
  e: (name) => `/articles/expert/${name}`,
  p: (name) => `/products/${name}`,
  t: (name) => `/forum/${name}`,
  u: (name) => `/user/${name}`,
  c: (name) => `/category/${name}`,
}

/** Reads `search-queries.txt`. Without a fourth column, queries of a kind alternate between tuning and measuring. */
export function readJudgedQueries(): JudgedQuery[] {
  const lines = readFileSync(join(import.meta.dirname, 'search-queries.txt'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('|'))
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const [kind = '', query = '', pages = '', use] = line.split('|').map((part) => part.trim())
    const judged = { kind, query, pages: pages.split(/\s+/).map(toPath) }
    if (use !== undefined) return { ...judged, isTuned: use === 'tuned' }
    const at = seen.get(kind) ?? 0
    seen.set(kind, at + 1)
    return { ...judged, isTuned: at % 2 === 0 }
  })
}

function toPath(short: string): string {
  const [type = '', name = ''] = short.split(':')
  return name === '' ? `/${type}` : (PATHS[type]?.(name) ?? short)
}

export interface JudgedResult extends JudgedQuery {
  /** Paths of the results, best first. */
  found: readonly string[]
  /** Rank of the first relevant page, from 1; Infinity if there is none. */
  rank: number
}

export async function judge(queries: readonly JudgedQuery[], find: (query: string) => Promise<readonly string[]>): Promise<JudgedResult[]> {
  const results: JudgedResult[] = []
  for (const judged of queries) {
    const found = await find(judged.query)
    const at = found.findIndex((path) => judged.pages.includes(path))
    results.push({ ...judged, found, rank: at < 0 ? Infinity : at + 1 })
  }
  return results
}

/** Success@3: the share of queries with a relevant page among the first three results, 0 to 1. */
export const successAt3 = (results: readonly JudgedResult[]): number => mean(results, ({ rank }) => (rank <= 3 ? 1 : 0))
/** Mean reciprocal rank, 0 to 1. */
export const reciprocalRank = (results: readonly JudgedResult[]): number => mean(results, ({ rank }) => 1 / rank)
const mean = (results: readonly JudgedResult[], of: (result: JudgedResult) => number): number =>
  results.reduce((sum, result) => sum + of(result), 0) / Math.max(1, results.length)
