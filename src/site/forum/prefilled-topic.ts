/**
 * Reads a new topic that another page has prefilled, such as a tool with its result. The text is in the URL's fragment, so it is not sent to
 * the server.
 */
import { useState } from 'react'
import { useLocation } from 'react-router'
import { TOPIC_TITLE_MAX } from '#features/forums/topic-limits.policy.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { limitText } from '#wording/cut-text.ts'

export interface PrefilledTopic {
  title: string
  content: string
  /** Empty if the topic has no category. */
  categorySlug: string
  /** The product that it is about; at most one. */
  products: { slug: string; name: string }[]
}

const HASH_PREFIX = '#ask?'

function parsePrefilledTopic(hash: string): PrefilledTopic | undefined {
  if (!hash.startsWith(HASH_PREFIX)) return undefined
  const params = new URLSearchParams(hash.slice(HASH_PREFIX.length))
  const [title, content] = [limitText((params.get('title') ?? '').trim(), TOPIC_TITLE_MAX).trim(), params.get('content') ?? '']
  const [slug, name] = [params.get('product') ?? '', params.get('productName') ?? '']
  if (title === '' && content === '' && slug === '') return undefined
  return { title, content, categorySlug: params.get('category') ?? '', products: slug && name ? [{ slug, name }] : [] }
}

/**
 * Returns the prefilled topic in the URL, undefined if there is none or before hydration. `isNew` is true until `dismiss` is called, so that
 * the form does not reopen after it was closed.
 */
export function usePrefilledTopic(): { prefilledTopic: PrefilledTopic | undefined; isNew: boolean; dismiss: () => void } {
  const { hash } = useLocation()
  const isMounted = useMounted()
  const [dismissedHash, setDismissedHash] = useState('')
  const prefilledTopic = isMounted ? parsePrefilledTopic(hash) : undefined
  return { prefilledTopic, isNew: prefilledTopic !== undefined && dismissedHash !== hash, dismiss: () => setDismissedHash(hash) }
}
