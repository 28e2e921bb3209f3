const DAY_MS = 86_400_000

/** Returns the time of the last change, undefined if the text has not changed since 24 hours after publication. */
export const findUpdateTime = ({ publishedAt, changedAt }: { publishedAt: string | null; changedAt: string | null }): string | undefined =>
  changedAt !== null && publishedAt !== null && Date.parse(changedAt) - Date.parse(publishedAt) > DAY_MS ? changedAt : undefined
