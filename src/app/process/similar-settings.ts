/** Finds environment variables that are probably a misspelt setting, such as `DATABSE_URL`. */
import { CONFIG_SETTINGS } from '#platform/config/config.ts'

/** Minimum length of checked names; shorter ones are too similar to unrelated variables. */
const MIN_LENGTH = 8
const MAX_DISTANCE = 2

/** @returns each name that is not a setting but at most two edits away from one, with that setting */
export function findSimilarSettings(names: readonly string[]): { setting: string; similarTo: string }[] {
  const knownNames = CONFIG_SETTINGS.map(({ name }) => name)
  return names
    .filter((name) => name.length >= MIN_LENGTH && !knownNames.includes(name))
    .flatMap((setting) => {
      const similarTo = knownNames.find(
        (knownName) => knownName.length >= MIN_LENGTH && calculateEditDistance(setting.toUpperCase(), knownName) <= MAX_DISTANCE,
      )
      return similarTo === undefined ? [] : [{ setting, similarTo }]
    })
}

/** Returns the Levenshtein distance, which is the minimum number of letters to insert, delete or replace. */
function calculateEditDistance(first: string, second: string): number {
  let previousRow = Array.from({ length: second.length + 1 }, (_, column) => column)
  for (const [rowIndex, letter] of [...first].entries()) {
    const row = [rowIndex + 1]
    for (let column = 1; column <= second.length; column += 1) {
      const substitution = (previousRow[column - 1] ?? 0) + (letter === second[column - 1] ? 0 : 1)
      row.push(Math.min((row[column - 1] ?? 0) + 1, (previousRow[column] ?? 0) + 1, substitution))
    }
    previousRow = row
  }
  return previousRow[second.length] ?? 0
}
