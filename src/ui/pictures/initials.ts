/** Returns the first two letters of a name in capitals, or `??` when there are none. */
export function initialsOf(name: string | null | undefined): string {
  const letters = name?.match(/[\p{L}\p{N}]/gu) ?? []
  return letters.slice(0, 2).join('').toUpperCase() || '??'
}

/** Number of avatar colours. */
export const AVATAR_COLOURS = 8

/** Returns a colour number from 0 to 7, always the same for the same id. */
export function avatarColour(id: number | string): number {
  const number = typeof id === 'number' ? Math.trunc(id) : [...id].reduce((sum, letter) => sum * 31 + letter.codePointAt(0)!, 0)
  return Number.isSafeInteger(number) ? Math.abs(number) % AVATAR_COLOURS : 0
}
