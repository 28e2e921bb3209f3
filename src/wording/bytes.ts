import { DEFAULT_LANGUAGE, formatNumber } from './numbers.ts'

/**
 * Formats a size in decimal units, such as `310 kB`, `2.4 MB` or `1.3 GB`.
 * @param language BCP 47
 */
export function formatBytes(bytes: number, language = DEFAULT_LANGUAGE): string {
  if (bytes < 999_500) return `${formatNumber(Math.ceil(bytes / 1000), language)} kB`
  if (bytes < 999_950_000) return `${formatNumber(bytes / 1e6, language, 1)} MB`
  return `${formatNumber(bytes / 1e9, language, 1)} GB`
}
