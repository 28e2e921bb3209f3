import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { previewMarkdown } from '#features/writing/writing.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import '#ui/styles/prose.css'
import { wrapTables } from '#ui/text/long-text.ts'
import * as styles from './writing-field.module.css'

const TOO_COMPLEX = 'This text is too complex to format, so readers will see it as you wrote it.'

/** Shows a text as readers will see it. */
export function PostPreview({ text, isPost }: { text: string; isPost: boolean }) {
  const isBlank = text.trim() === ''
  const preview = useQuery({
    queryKey: ['preview of a post', { body: text, query: isPost }],
    queryFn: () => previewMarkdown(text, isPost),
    networkMode: 'always',
    retry: false,
    enabled: !isBlank,
    gcTime: 60_000,
  })
  if (isBlank) return <p className={styles.note}>Nothing to preview yet.</p>
  if (preview.isPending) return <Spinner label="Loading the preview" />
  if (preview.isError)
    return (
      <div className={styles.note} role="alert">
        <p>The preview could not be loaded. Your text is safe.</p>
        <Button size="s" variant="quiet" onClick={() => void preview.refetch()}>
          Try again
        </Button>
      </div>
    )
  const { html, isPlain } = preview.data
  return (
    <>
      {isPlain && <p className={styles.note}>{TOO_COMPLEX}</p>}
      {/* The server has sanitised the HTML. */}
      <div
        dir="auto"
        className={`prose ${styles.text}`}
        onClickCapture={openInNewTab}
        dangerouslySetInnerHTML={{ __html: wrapTables(html) }}
      />
    </>
  )
}

/** Opens links in a new tab, so that the text that is being written stays. */
function openInNewTab(event: MouseEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link) return
  event.preventDefault()
  open(link.href, '_blank', 'noopener')
}
