const WORDS_PER_MINUTE = 220

/** How many minutes it takes to read so many words: at least one. */
export const readingMinutes = (words: number): number => Math.max(1, Math.round(words / WORDS_PER_MINUTE))
