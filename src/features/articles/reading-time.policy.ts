const WORDS_PER_MINUTE = 220

/** Returns the reading time in minutes, at least one. */
export const calculateReadingMinutes = (words: number): number => Math.max(1, Math.round(words / WORDS_PER_MINUTE))
