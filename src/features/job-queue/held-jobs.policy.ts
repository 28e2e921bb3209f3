/**
 * Jobs that came with a restored, imported or moved database are held: their time is this one, until an administrator resumes or discards
 * them. A time instead of a column, because a restored database may be of an older schema until the next start migrates it.
 */
export const HELD_UNTIL = '9999-12-31T23:59:59.999Z'
