/** Reads relevance judgements (queries with their relevant pages) and computes metrics of search quality. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface JudgedQuery {
  kind: string
  query: string
  /** Paths of the relevant pages. */
  pages: readonly string[]
  /** Whether the query was used for tuning; the others only measure. */
  isTuned: boolean
}

const PATH_BY_TYPE: Record<string, (name: string) => string> = {
  a: (name) => `/articles/${name}`,
  e: (name) => `/articles/expert/${name}`,
  p: (name) => `/products/${name}`,
  t: (name) => `/forum/${name}`,
  u: (name) => `/user/${name}`,
  c: (name) => `/category/${name}`,
}

/** Reads `search-queries.txt`. Queries without a fourth column alternate between tuning and measuring within their kind. */
export function readJudgedQueries(): JudgedQuery[] {
  const lines = readFileSync(join(import.meta.dirname, 'search-queries.txt'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('|'))
  const countByKind = new Map<string, number>()
  return lines.map((line) => {
    const [kind = '', query = '', pages = '', use] = line.split('|').map((part) => part.trim())
    const judgedQuery = { kind, query, pages: pages.split(/\s+/).map(toPath) }
    if (use !== undefined) return { ...judgedQuery, isTuned: use === 'tuned' }
    const count = countByKind.get(kind) ?? 0
    countByKind.set(kind, count + 1)
    return { ...judgedQuery, isTuned: count % 2 === 0 }
  })
}

function toPath(shortPath: string): string {
  const [type = '', name = ''] = shortPath.split(':')
  return name === '' ? `/${type}` : (PATH_BY_TYPE[type]?.(name) ?? shortPath)
}

export interface JudgedResult extends JudgedQuery {
  /** Paths of the results, best first. */
  found: readonly string[]
  /** Rank of the first relevant page, from 1; Infinity if there is none. */
  rank: number
}

export async function judge(queries: readonly JudgedQuery[], find: (query: string) => Promise<readonly string[]>): Promise<JudgedResult[]> {
  const results: JudgedResult[] = []
  for (const judgedQuery of queries) {
    const foundPaths = await find(judgedQuery.query)
    const index = foundPaths.findIndex((path) => judgedQuery.pages.includes(path))
    results.push({ ...judgedQuery, found: foundPaths, rank: index < 0 ? Infinity : index + 1 })
  }
  return results
}

/** Returns success@3: the share of queries with a relevant page among the first three results, from 0 to 1. */
export const computeSuccessAt3 = (results: readonly JudgedResult[]): number => computeMean(results, ({ rank }) => (rank <= 3 ? 1 : 0))
/** Returns the mean reciprocal rank, from 0 to 1. */
export const computeReciprocalRank = (results: readonly JudgedResult[]): number => computeMean(results, ({ rank }) => 1 / rank)
const computeMean = (results: readonly JudgedResult[], getValue: (result: JudgedResult) => number): number =>
  results.reduce((sum, result) => sum + getValue(result), 0) / Math.max(1, results.length)
