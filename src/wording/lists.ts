import { cacheFormats, DEFAULT_LANGUAGE } from './numbers.ts'

/** Formats a list such as `2 reviews, 1 reply and 3 topics`. */
export const formatList = (parts: string[], language = DEFAULT_LANGUAGE): string => listFormat(language).format(parts)

const listFormat = cacheFormats((language: string) => new Intl.ListFormat(language))
