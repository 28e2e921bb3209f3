/** The set of queries with their right pages, and how well a search answers them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface JudgedQuery {
  kind: string
  query: string
  /** Paths; any of them answers it. */
  pages: readonly string[]
  /** Used while the ranking was made. */
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

export interface JudgedAnswer extends JudgedQuery {
  /** The paths that were found, the best first. */
  found: readonly string[]
  /** Where the first right page stands, from 1; Infinity: not among them. */
  place: number
}

export async function judge(queries: readonly JudgedQuery[], find: (query: string) => Promise<readonly string[]>): Promise<JudgedAnswer[]> {
  const answers: JudgedAnswer[] = []
  for (const one of queries) {
    const found = await find(one.query)
    const at = found.findIndex((path) => one.pages.includes(path))
    answers.push({ ...one, found, place: at < 0 ? Infinity : at + 1 })
  }
  return answers
}

/** Shares from 0 to 1. */
export const successAt3 = (answers: readonly JudgedAnswer[]): number => share(answers, ({ place }) => (place <= 3 ? 1 : 0))
export const reciprocalRank = (answers: readonly JudgedAnswer[]): number => share(answers, ({ place }) => 1 / place)
const share = (answers: readonly JudgedAnswer[], of: (answer: JudgedAnswer) => number): number =>
  answers.reduce((sum, answer) => sum + of(answer), 0) / Math.max(1, answers.length)
