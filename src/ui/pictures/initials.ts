/** Returns the first two letters or digits of a name in capitals, or `??` when there are none. */
export function getInitials(name: string | null | undefined): string {
  const letters = name?.match(/[\p{L}\p{N}]/gu) ?? []
  return letters.slice(0, 2).join('').toUpperCase() || '??'
}

/** Number of avatar colours. */
export const AVATAR_COLOUR_COUNT = 8

/** Returns the number of an avatar colour, from 0 to 7; always the same for the same id. Texts whose hash exceeds the safe integers get 0. */
export function getAvatarColour(id: number | string): number {
  const number = typeof id === 'number' ? Math.trunc(id) : [...id].reduce((sum, letter) => sum * 31 + letter.codePointAt(0)!, 0)
  return Number.isSafeInteger(number) ? Math.abs(number) % AVATAR_COLOUR_COUNT : 0
}
