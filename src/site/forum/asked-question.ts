/** A question that another page has written already, such as a tool with its figures. It stands behind the `#`: no server hears of it. */
import { useState } from 'react'
import { useLocation } from 'react-router'
import { TOPIC_TITLE_MAX } from '#features/forums/topic-limits.policy.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { limitText } from '#wording/cut-text.ts'

export interface AskedQuestion {
  title: string
  content: string
  /** Slug. */
  category: string
}

const START = '#ask?'

function parseAskedQuestion(hash: string): AskedQuestion | undefined {
  if (!hash.startsWith(START)) return undefined
  const given = new URLSearchParams(hash.slice(START.length))
  const [title, content] = [limitText((given.get('title') ?? '').trim(), TOPIC_TITLE_MAX).trim(), given.get('content') ?? '']
  return title === '' && content === '' ? undefined : { title, content, category: given.get('category') ?? '' }
}

/** The question in the address, once: whoever puts the form away is not asked again. */
export function useAskedQuestion(): { asked: AskedQuestion | undefined; isNew: boolean; take: () => void } {
  const { hash } = useLocation()
  const isMounted = useMounted()
  const [taken, setTaken] = useState('')
  const asked = isMounted ? parseAskedQuestion(hash) : undefined
  return { asked, isNew: asked !== undefined && taken !== hash, take: () => setTaken(hash) }
}
