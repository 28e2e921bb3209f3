const DAY = 86_400_000

/** When an article's words were changed after it had appeared; a correction on the first day is none. */
export const updatedAt = ({ publishedAt, changedAt }: { publishedAt: string | null; changedAt: string | null }): string | undefined =>
  changedAt !== null && publishedAt !== null && Date.parse(changedAt) - Date.parse(publishedAt) > DAY ? changedAt : undefined
