/** How an issue looks as a mail: in both themes, wide and narrow, and as programs without HTML show it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PreviewFailed } from '#admin/editor/preview-failed.tsx'
import { ListSelect } from '#admin/list/list-filters.tsx'
import { inMailTheme } from '#admin/mail/mail-theme.ts'
import { previewIssue, type IssueToPreview } from '#features/newsletter/issues/issue.client.ts'
import { Spinner } from '#ui/states/spinner.tsx'
import { useDebouncedValue } from '#ui/forms/use-debounced-value.ts'
import * as styles from '#admin/newsletter/issues.module.css'

const LOOKS = { light: 'Light', dark: 'Dark', text: 'Text alone' } as const
const WIDTHS = { wide: 'As on a computer', narrow: 'As on a phone' } as const
const PAUSE_MS = 400
const PIXELS = { wide: 640, narrow: 360 } as const

export function IssuePreview({ issue }: { issue: IssueToPreview }) {
  const [look, setLook] = useState<keyof typeof LOOKS>('light')
  const [width, setWidth] = useState<keyof typeof WIDTHS>('wide')
  const { subject, intro, entries } = issue
  // As text: the form makes a new object each time. Two pages on their way into the frame at once may leave it empty.
  const text = JSON.stringify({ subject, intro, entries: entries.filter(({ title }) => title.trim() !== '') })
  const settled = useDebouncedValue(text, PAUSE_MS)
  const body = JSON.parse(settled) as IssueToPreview
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
        <ListSelect label="Look" options={LOOKS} value={look} onChoose={(next) => setLook(next ?? 'light')} />
        {look !== 'text' && <ListSelect label="Width" options={WIDTHS} value={width} onChoose={(next) => setWidth(next ?? 'wide')} />}
      </div>
      {preview.isError ? (
        <PreviewFailed onRetry={() => void preview.refetch()} />
      ) : !preview.data ? (
        <Spinner label="Loading the preview" />
      ) : look === 'text' ? (
        <pre className={styles.issuePlain}>{preview.data.text}</pre>
      ) : (
        <iframe
          key={`${look} ${width}`}
          className={styles.issueFrame}
          style={{ maxWidth: PIXELS[width] }}
          title="Preview of the issue"
          sandbox=""
          srcDoc={inMailTheme(preview.data.html, look)}
        />
      )}
    </div>
  )
}
