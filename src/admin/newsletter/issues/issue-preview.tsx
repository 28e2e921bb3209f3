/** Previews the email of an issue: on desktop and mobile, in both themes, and as plain text. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PreviewFailed } from '#admin/editor/preview-failed.tsx'
import { ListSelect } from '#admin/list/list-filters.tsx'
import { forceMailTheme } from '#admin/mail/mail-theme.ts'
import { previewIssue, type IssueToPreview } from '#features/newsletter/issues/issue.client.ts'
import { Spinner } from '#ui/states/spinner.tsx'
import { useDebouncedValue } from '#ui/forms/use-debounced-value.ts'
import * as styles from '#admin/newsletter/issues.module.css'

const FORMAT_LABELS = { light: 'Light', dark: 'Dark', text: 'Plain text' } as const
const WIDTH_LABELS = { wide: 'Desktop', narrow: 'Mobile' } as const
const DEBOUNCE_MS = 400
const FRAME_WIDTHS_PX = { wide: 640, narrow: 360 } as const

export function IssuePreview({ issue }: { issue: IssueToPreview }) {
  const [format, setFormat] = useState<keyof typeof FORMAT_LABELS>('light')
  const [width, setWidth] = useState<keyof typeof WIDTH_LABELS>('wide')
  const { subject, intro, entries } = issue
  // The issue is compared as text, because the form creates new objects. It is debounced, because two documents that load at the
  // same time may leave the frame empty.
  const issueJson = JSON.stringify({ subject, intro, entries: entries.filter(({ title }) => title.trim() !== '') })
  const debouncedJson = useDebouncedValue(issueJson, DEBOUNCE_MS)
  const body = JSON.parse(debouncedJson) as IssueToPreview
  const preview = useQuery({
    queryKey: ['preview of an issue', { body }],
    queryFn: () => previewIssue(body),
    networkMode: 'always',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  return (
    <div>
      <div className={styles.issueLooks}>
        <ListSelect label="Format" options={FORMAT_LABELS} value={format} onChoose={(newFormat) => setFormat(newFormat ?? 'light')} />
        {format !== 'text' && (
          <ListSelect label="Width" options={WIDTH_LABELS} value={width} onChoose={(newWidth) => setWidth(newWidth ?? 'wide')} />
        )}
      </div>
      {preview.isError ? (
        <PreviewFailed onRetry={() => void preview.refetch()} />
      ) : !preview.data ? (
        <Spinner label="Loading the preview" />
      ) : format === 'text' ? (
        <pre className={styles.issuePlain}>{preview.data.text}</pre>
      ) : (
        <iframe
          key={`${format} ${width}`}
          className={styles.issueFrame}
          style={{ maxWidth: FRAME_WIDTHS_PX[width] }}
          title="Preview of the issue"
          sandbox=""
          srcDoc={forceMailTheme(preview.data.html, format)}
        />
      )}
    </div>
  )
}
