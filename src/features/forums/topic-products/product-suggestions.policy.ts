/** Decides which products a text mentions. */

export interface ChosenProduct {
  slug: string
  name: string
  /** True for an invented product; absent for others and in drafts that do not know it. */
  isDemo?: true
}

const toWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * Whether the text mentions the product: its maker, which is the first word of the name, or two words of the name. Names such as
 * "Battery 10" would otherwise match every text about batteries.
 */
export function mentionsProduct(text: string, name: string): boolean {
  const words = new Set(toWords(text))
  const nameWords = toWords(name)
  const found = nameWords.filter((word) => words.has(word))
  return found.length >= 2 || (found.length === 1 && found[0] === nameWords[0] && (found[0]?.length ?? 0) > 3)
}
