/**
 * Value of `due_at` for held jobs: those that came with a restored, imported or moved database and wait until an administrator resumes or
 * discards them. A time is used rather than a column, because a restored database may have an older schema until the next start.
 */
export const HELD_UNTIL = '9999-12-31T23:59:59.999Z'
