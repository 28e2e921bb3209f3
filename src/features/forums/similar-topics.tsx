/** Shows topics like the one whose title is being typed, so that a question is not asked twice. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { searchQuery, type SearchResult } from '#features/search/search.client.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { useDebouncedValue } from '#ui/forms/use-debounced-value.ts'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { Link } from '#ui/router/link.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { limitText } from '#wording/cut-text.ts'
import { NOUNS } from '#wording/nouns.ts'
import * as styles from './new-topic.module.css'

const PAUSE_MS = 400
/** Shorter titles match too much. */
const MIN_TITLE_LENGTH = 8
const MAX_SIMILAR_TOPICS = 4
const FRESH_MS = 60_000

interface SimilarTopicsProps {
  title: string
  /** Called when the member has confirmed that the topic at this path answers the question. */
  onAnswered: (path: string) => void
}

export function SimilarTopics({ title, onAnswered }: SimilarTopicsProps) {
  const { count } = useWording()
  const q = limitText(useDebouncedValue(title.trim(), PAUSE_MS), SEARCH_MAX).trim()
  const isLongEnough = q.length >= MIN_TITLE_LENGTH
  const search = useQuery({
    ...searchQuery({ q, kind: 'topic', uncounted: '1', perPage: MAX_SIMILAR_TOPICS }),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
  const [chosen, setChosen] = useState<SearchResult>()
  const topics = isLongEnough && title.trim() !== '' ? (search.data?.results ?? []) : []
  return (
    <div className={styles.similar}>
      <p role="status" className="visuallyHidden">
        {topics.length > 0 && `${count(topics.length, NOUNS.similarTopic)} below the title`}
      </p>
      {topics.length > 0 && (
        <section aria-labelledby="similar-topics-title">
          <h3 id="similar-topics-title">Has it been asked before?</h3>
          <ul>
            {topics.map((topic) => (
              <li key={topic.url}>
                <Link to={topic.partUrl ?? topic.url}>{topic.title}</Link> {topic.isDemo && <DemoChip />}
                {topic.excerpt && <p dir="auto">{topic.excerpt}</p>}
                <Button variant="quiet" size="s" onClick={() => setChosen(topic)}>
                  This answers my question<span className="visuallyHidden"> “{topic.title}”</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Confirm
        open={chosen !== undefined}
        question="Discard your new topic?"
        confirmLabel="Discard and open"
        cancelLabel="Keep writing"
        onCancel={() => setChosen(undefined)}
        onConfirm={() => {
          setChosen(undefined)
          if (chosen) onAnswered(chosen.partUrl ?? chosen.url)
        }}
      >
        What you have written is deleted, and you go to “{chosen?.title}”.
      </Confirm>
    </div>
  )
}
