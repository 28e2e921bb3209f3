/** New topic prefilled by another page, such as a tool with its result. It is in the URL's fragment, which is not sent to the server. */
import { useState } from 'react'
import { useLocation } from 'react-router'
import { TOPIC_TITLE_MAX } from '#features/forums/topic-limits.policy.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { limitText } from '#wording/cut-text.ts'

export interface PrefilledTopic {
  title: string
  content: string
  /** Slug. */
  category: string
}

const HASH_PREFIX = '#ask?'

function parseAskedQuestion(hash: string): PrefilledTopic | undefined {
  if (!hash.startsWith(HASH_PREFIX)) return undefined
  const params = new URLSearchParams(hash.slice(HASH_PREFIX.length))
  const [title, content] = [limitText((params.get('title') ?? '').trim(), TOPIC_TITLE_MAX).trim(), params.get('content') ?? '']
  return title === '' && content === '' ? undefined : { title, content, category: params.get('category') ?? '' }
}

/** Returns the prefilled topic of the URL. `isNew` is true until `dismiss` is called, so that a closed form does not reopen. */
export function usePrefilledTopic(): { prefilled: PrefilledTopic | undefined; isNew: boolean; dismiss: () => void } {
  const { hash } = useLocation()
  const isMounted = useMounted()
  const [dismissedHash, setDismissedHash] = useState('')
  const prefilled = isMounted ? parseAskedQuestion(hash) : undefined
  return { prefilled, isNew: prefilled !== undefined && dismissedHash !== hash, dismiss: () => setDismissedHash(hash) }
}
