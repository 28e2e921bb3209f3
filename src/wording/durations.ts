import { formatCount } from './counts.ts'
import { NOUNS } from './nouns.ts'

/**
 * Formats a waiting time in seconds, then in minutes that are rounded up: `1 second`, `45 seconds`, `2 minutes`.
 * @param minutesFrom number of seconds from which minutes are used
 */
export function formatWait(seconds: number, minutesFrom = 100, language?: string): string {
  return seconds < minutesFrom ? formatCount(seconds, NOUNS.second, language) : formatCount(Math.ceil(seconds / 60), NOUNS.minute, language)
}
