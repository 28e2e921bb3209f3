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

const TOO_COMPLEX =
  'This text is too complex to format, so readers will see it as plain text. Use fewer links, smaller tables or fewer nested levels.'

/** Shows a text as readers will see it, with word count, reading time and problems with its prices and rules. */
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
        <Notice tone="warn" title="Prices and rules that need fixing">
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      {isPlain && <p className={styles.mdNothing}>{TOO_COMPLEX}</p>}
      {/* The server has sanitised the HTML; it is prepared as for the public page. */}
      <div dir="auto" className="prose" onClickCapture={followLink} dangerouslySetInnerHTML={{ __html: prepareArticleHtml(html).html }} />
    </>
  )
}

/** Opens links in a new tab and scrolls to footnotes, so that an unsaved form stays open and its URL unchanged. */
function followLink(event: MouseEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link) return
  event.preventDefault()
  const isFragment = link.getAttribute('href')?.startsWith('#')
  if (!isFragment) return void open(link.href, '_blank', 'noopener')
  const target = event.currentTarget.querySelector<HTMLElement>(`[id="${CSS.escape(link.hash.slice(1))}"]`)
  if (target && !target.matches('a')) target.tabIndex = -1
  target?.scrollIntoView({ block: 'nearest' })
  target?.focus({ preventScroll: true })
}
