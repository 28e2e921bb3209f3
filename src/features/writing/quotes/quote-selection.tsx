import { useEffect, useState, type CSSProperties } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#ui/actions/button.tsx'
import { quotePost, type Quote } from './quote-post.client.ts'
import * as styles from './quote-selection.module.css'

/** Attributes of an element whose text can be quoted. */
export const quotable = ({ author, path }: Omit<Quote, 'text'>) => ({ 'data-quote-author': author, 'data-quote-path': path })

interface SelectedQuote extends Quote {
  /** Position on the page in pixels, below the selection. */
  left: number
  top: number
}

const SETTLED_AFTER_MS = 200

/** Shows a button below a selection within a post, which quotes the selected text in the reply. */
export function QuoteSelection() {
  const [quote, setQuote] = useState<SelectedQuote>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onSelection = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setQuote(readSelection()), SETTLED_AFTER_MS)
    }
    document.addEventListener('selectionchange', onSelection)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', onSelection)
    }
  }, [])
  if (!quote) return null
  const { left, top, ...selected } = quote
  return createPortal(
    <div
      role="group"
      aria-label="Selected text"
      className={`${styles.bubble} no-print`}
      style={{ '--left': `${left}px`, top } as CSSProperties}
    >
      <Button
        size="s"
        // The selection stays.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => {
          getSelection()?.removeAllRanges()
          setQuote(undefined)
          quotePost(selected)
        }}
      >
        Quote
      </Button>
    </div>,
    document.body,
  )
}

function readSelection(): SelectedQuote | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const start = toElement(range.startContainer)?.closest<HTMLElement>('[data-quote-path]')
  const text = selection.toString().trim()
  if (!start || text === '' || !start.contains(range.commonAncestorContainer)) return undefined
  const lastLine = [...range.getClientRects()].at(-1) ?? range.getBoundingClientRect()
  return {
    author: start.dataset['quoteAuthor'] ?? '',
    path: start.dataset['quotePath'] ?? '',
    text,
    left: lastLine.left + scrollX,
    top: lastLine.bottom + scrollY,
  }
}

const toElement = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement)
