import { formatCount } from './counts.ts'
import { NOUNS } from './nouns.ts'

/**
 * How long to wait: `1 second`, `45 seconds`, then whole minutes, rounded up: `2 minutes`.
 * @param minutesFrom as many seconds are told in minutes
 */
export function formatWait(seconds: number, minutesFrom = 100, language?: string): string {
  return seconds < minutesFrom ? formatCount(seconds, NOUNS.second, language) : formatCount(Math.ceil(seconds / 60), NOUNS.minute, language)
}
