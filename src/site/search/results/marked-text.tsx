import type { ReactNode } from 'react'

interface MarkedTextProps {
  text: string
  /** Start and end offset (exclusive) of each match. Invalid and overlapping ranges are ignored. */
  matches: readonly (readonly [number, number])[]
}

/** Text with the search matches in <mark>. The text is escaped by React. */
export function MarkedText({ text, matches }: MarkedTextProps) {
  const parts: ReactNode[] = []
  let position = 0
  for (const [start, end] of joinNeighbours(text, matches)) {
    parts.push(text.slice(position, start), <mark key={start}>{text.slice(start, end)}</mark>)
    position = end
  }
  return [...parts, text.slice(position)]
}

/** Sorts the ranges and joins those separated by white space only. */
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
