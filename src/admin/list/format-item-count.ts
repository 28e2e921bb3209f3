/** `1 copy`, `2 copies`, `1,234 topics`. */
export const formatItemCount = (count: number, noun: string): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? noun : noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`
