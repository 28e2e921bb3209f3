import type { ReactNode } from 'react'

interface MarkedTextProps {
  text: string
  /** Start offset and end offset (exclusive) of each match. Ranges that are invalid or overlap an earlier one are ignored. */
  matches: readonly (readonly [number, number])[]
}

/** Renders text with the matches of a search in <mark> elements. React escapes the text. */
export function MarkedText({ text, matches }: MarkedTextProps) {
  const parts: ReactNode[] = []
  let position = 0
  for (const [start, end] of joinNeighbours(text, matches)) {
    parts.push(text.slice(position, start), <mark key={start}>{text.slice(start, end)}</mark>)
    position = end
  }
  return [...parts, text.slice(position)]
}

/** Sorts the ranges, omits those that are ignored, and joins those that only white space separates. */
function joinNeighbours(text: string, matches: MarkedTextProps['matches']): [number, number][] {
  const joinedRanges: [number, number][] = []
  for (const [start, end] of matches.toSorted((a, b) => a[0] - b[0])) {
    const lastRange = joinedRanges.at(-1)
    if (start < (lastRange?.[1] ?? 0) || end <= start || end > text.length) continue
    if (lastRange && text.slice(lastRange[1], start).trim() === '') lastRange[1] = end
    else joinedRanges.push([start, end])
  }
  return joinedRanges
}
