/** Names in the environment that are one or two letters away from a setting: `DATABSE_URL` is a typing error. */
import { CONFIG_SETTINGS } from '#platform/config/config.ts'

/** Shorter names have too many neighbours that mean something else. */
const MIN_LENGTH = 8
const MAX_DISTANCE = 2

/** @returns each name that is not a setting, with the setting that it looks like */
export function findSimilarSettings(names: readonly string[]): { setting: string; similarTo: string }[] {
  const known = CONFIG_SETTINGS.map(({ name }) => name)
  return names
    .filter((name) => name.length >= MIN_LENGTH && !known.includes(name))
    .flatMap((setting) => {
      const similarTo = known.find((one) => one.length >= MIN_LENGTH && editDistance(setting.toUpperCase(), one) <= MAX_DISTANCE)
      return similarTo === undefined ? [] : [{ setting, similarTo }]
    })
}

/** Levenshtein's: letters that are inserted, left out or replaced. */
function editDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1]
    for (let at = 1; at <= other.length; at += 1)
      line.push(Math.min((line[at - 1] ?? 0) + 1, (above[at] ?? 0) + 1, (above[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1)))
    above = line
  }
  return above[other.length] ?? 0
}
