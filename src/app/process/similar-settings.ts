/** Finds environment variables that are probably a misspelt setting, such as `DATABSE_URL`. */
import { CONFIG_SETTINGS } from '#platform/config/config.ts'

/** Shorter names are too close to unrelated variables. */
const MIN_LENGTH = 8
const MAX_DISTANCE = 2

/** @returns each name that is no setting but within two edits of one, with that setting */
export function findSimilarSettings(names: readonly string[]): { setting: string; similarTo: string }[] {
  const known = CONFIG_SETTINGS.map(({ name }) => name)
  return names
    .filter((name) => name.length >= MIN_LENGTH && !known.includes(name))
    .flatMap((setting) => {
      const similarTo = known.find((one) => one.length >= MIN_LENGTH && editDistance(setting.toUpperCase(), one) <= MAX_DISTANCE)
      return similarTo === undefined ? [] : [{ setting, similarTo }]
    })
}

/** Levenshtein distance: the number of letters inserted, deleted or replaced. */
function editDistance(one: string, other: string): number {
  let previousRow = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (const [rowIndex, letter] of [...one].entries()) {
    const row = [rowIndex + 1]
    for (let column = 1; column <= other.length; column += 1) {
      const substitution = (previousRow[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1)
      row.push(Math.min((row[column - 1] ?? 0) + 1, (previousRow[column] ?? 0) + 1, substitution))
    }
    previousRow = row
  }
  return previousRow[other.length] ?? 0
}
