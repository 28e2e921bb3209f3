/** Issues in an archive of the site: nothing of them goes out by itself where the archive is imported. */

/** A row as the archive has it. */
type ArchiveRow = Record<string, string | number | boolean | null>

/** A scheduled issue becomes a draft that still says when it was to go out, one that is being sent is paused. */
export const toArchivedIssue = (row: ArchiveRow): ArchiveRow =>
  row['state'] === 'scheduled' ? { ...row, state: 'draft' } : row['state'] === 'sending' ? { ...row, state: 'paused' } : row

const UNSCHEDULED = 'Newsletter issues that were scheduled and are drafts now, to be scheduled again'
const PAUSED = 'Newsletter issues that were being sent and are paused now'

/** Archives of earlier versions hold scheduled issues as they were. */
export function toImportedIssue(given: ArchiveRow): { row: ArchiveRow; report?: string } {
  const row = toArchivedIssue(given)
  if (row['state'] === 'draft' && row['scheduled_at']) return { row: { ...row, scheduled_at: null }, report: UNSCHEDULED }
  return row['state'] === 'paused' ? { row, report: PAUSED } : { row }
}
