/** Issues in site archives: an import must not send anything by itself. */

type ArchiveRow = Record<string, string | number | boolean | null>

/** Turns a scheduled issue into a draft that keeps `scheduled_at`, and pauses one that is being sent. */
export const toArchivedIssue = (row: ArchiveRow): ArchiveRow =>
  row['state'] === 'scheduled' ? { ...row, state: 'draft' } : row['state'] === 'sending' ? { ...row, state: 'paused' } : row

const UNSCHEDULED = 'Scheduled newsletter issues, which are now drafts: schedule them again'
const PAUSED = 'Newsletter issues that were being sent, which are now paused'

/** Unschedules issues with a report. Archives of earlier versions may contain scheduled issues. */
export function toImportedIssue(archived: ArchiveRow): { row: ArchiveRow; report?: string } {
  const row = toArchivedIssue(archived)
  if (row['state'] === 'draft' && row['scheduled_at']) return { row: { ...row, scheduled_at: null }, report: UNSCHEDULED }
  return row['state'] === 'paused' ? { row, report: PAUSED } : { row }
}
