import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { previewArticle } from '#features/articles/editing/article-editing.client.ts'
import { prepareArticleHtml } from '#ui/text/long-text.ts'
import { Notice } from '#ui/states/notice.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import '#ui/styles/prose.css'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { PreviewFailed } from '#admin/editor/preview-failed.tsx'
import * as styles from './markdown-editor.module.css'

const TOO_INVOLVED =
  'This text is too involved to be laid out: readers will see it as it was typed. Fewer links, smaller tables or fewer levels help.'

/** The very HTML that readers will see, and how long they will read. */
export function MarkdownPreview({ text }: { text: string }) {
  const { count } = useWording()
  const isBlank = text.trim() === ''
  const preview = useQuery({
    queryKey: ['preview of a text', { body: text }],
    queryFn: () => previewArticle(text),
    networkMode: 'always',
    enabled: !isBlank,
    gcTime: 60_000,
  })
  if (isBlank) return <p className={styles.mdNothing}>Nothing to preview yet.</p>
  if (preview.isPending) return <Spinner label="Loading the preview" />
  if (preview.isError) return <PreviewFailed onRetry={() => void preview.refetch()} />
  const { html, isPlain, words, minutes, problems } = preview.data
  return (
    <>
      <p className={`${styles.mdCount} num`}>
        {count(words, ADMIN_NOUNS.word)}, {minutes} min read
      </p>
      {problems.length > 0 && (
        <Notice tone="warn" title="Figures of the register">
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      {isPlain && <p className={styles.mdNothing}>{TOO_INVOLVED}</p>}
      {/* The HTML was sanitised by the server and is made ready as for readers. */}
      <div dir="auto" className="prose" onClickCapture={follow} dangerouslySetInnerHTML={{ __html: prepareArticleHtml(html).html }} />
    </>
  )
}

/** A link in the preview must not take the writer away from an unsaved text, nor change the address: a footnote is shown in its place. */
function follow(event: MouseEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link) return
  event.preventDefault()
  const inText = link.getAttribute('href')?.startsWith('#')
  if (!inText) return void open(link.href, '_blank', 'noopener')
  const place = event.currentTarget.querySelector<HTMLElement>(`[id="${CSS.escape(link.hash.slice(1))}"]`)
  if (place && !place.matches('a')) place.tabIndex = -1
  place?.scrollIntoView({ block: 'nearest' })
  place?.focus({ preventScroll: true })
}
