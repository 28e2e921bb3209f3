/** Converts the issues in site archives, because importing an archive must not start sending by itself. */

type ArchiveRow = Record<string, string | number | boolean | null>

/** Turns a scheduled issue into a draft, which keeps `scheduled_at`, and pauses an issue that is being sent. */
export const toArchivedIssue = (row: ArchiveRow): ArchiveRow =>
  row['state'] === 'scheduled' ? { ...row, state: 'draft' } : row['state'] === 'sending' ? { ...row, state: 'paused' } : row

const UNSCHEDULED_REPORT = 'Scheduled newsletter issues, which are now drafts: schedule them again'
const PAUSED_REPORT = 'Newsletter issues that were being sent, which are now paused'

/** Unschedules or pauses an imported issue and reports it. Archives of earlier versions may contain scheduled issues. */
export function toImportedIssue(archived: ArchiveRow): { row: ArchiveRow; report?: string } {
  const row = toArchivedIssue(archived)
  if (row['state'] === 'draft' && row['scheduled_at']) return { row: { ...row, scheduled_at: null }, report: UNSCHEDULED_REPORT }
  return row['state'] === 'paused' ? { row, report: PAUSED_REPORT } : { row }
}
