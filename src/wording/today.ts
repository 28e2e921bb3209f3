import { cacheFormats, DEFAULT_LANGUAGE } from './numbers.ts'

/** `Sunday, 22 November 2026`: the day on the clock of whoever reads it, not in UTC. */
export const formatToday = (now: Date, language = DEFAULT_LANGUAGE): string => todayFormat(language).format(now)

const todayFormat = cacheFormats(
  (language: string) => new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
)
