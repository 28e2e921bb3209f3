const DAY_MS = 86_400_000

/** Returns when the text changed after publication; undefined if it did not. Corrections within 24 hours do not count. */
export const updatedAt = ({ publishedAt, changedAt }: { publishedAt: string | null; changedAt: string | null }): string | undefined =>
  changedAt !== null && publishedAt !== null && Date.parse(changedAt) - Date.parse(publishedAt) > DAY_MS ? changedAt : undefined
