/**
 * Folds confusable characters, so that `Аdmin` with a Cyrillic letter, `ADM1N` and `admin` are equal. Do not import it in browser code,
 * because its table is large.
 */
import { remove } from 'confusables'
import { normalizeText } from '#wording/normalize-text.ts'

/**
 * Confusable characters within the Latin script and their replacements. Both sides of a comparison are folded, so the result need not be a
 * word.
 */
const LOOK_ALIKE_REPLACEMENTS: [RegExp, string][] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[l1|!ı]/g, 'i'],
  [/0/g, 'o'],
  [/[5$]/g, 's'],
  [/3/g, 'e'],
  [/[4@]/g, 'a'],
]

/** Replaces confusable characters by a representative one. @returns lower-case words, separated by single spaces */
export function foldConfusables(text: string): string {
  const visible = normalizeText(text, 'NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  const latin = normalizeText(remove(visible), 'NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return LOOK_ALIKE_REPLACEMENTS.reduce((folded, [letters, letter]) => folded.replace(letters, letter), latin)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
