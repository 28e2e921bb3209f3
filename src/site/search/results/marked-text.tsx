import type { ReactNode } from 'react'

interface MarkedTextProps {
  text: string
  /** First and last offset of each marked part. Whatever does not lie in the text, or in another part, is left out. */
  matches: readonly (readonly [number, number])[]
}

/** A text with the words that were looked for marked in it. It stays text, whatever stands in it. */
export function MarkedText({ text, matches }: MarkedTextProps) {
  const parts: ReactNode[] = []
  let at = 0
  for (const [start, end] of joinNeighbours(text, matches)) {
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>)
    at = end
  }
  return [...parts, text.slice(at)]
}

/** In their order, and words that stand side by side in one. */
function joinNeighbours(text: string, matches: MarkedTextProps['matches']): [number, number][] {
  const joined: [number, number][] = []
  for (const [start, end] of matches.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (start < (last?.[1] ?? 0) || end <= start || end > text.length) continue
    if (last && text.slice(last[1], start).trim() === '') last[1] = end
    else joined.push([start, end])
  }
  return joined
}
