import { cacheFormats, DEFAULT_LANGUAGE } from './numbers.ts'

/** Formats the day in local time, not in UTC, as `Sunday, 22 November 2026`. */
export const formatToday = (now: Date, language = DEFAULT_LANGUAGE): string => todayFormat(language).format(now)

const todayFormat = cacheFormats(
  (language: string) => new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
)
