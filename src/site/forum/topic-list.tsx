import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { TOPICS_PER_PAGE, topicsQuery, type TopicFilter } from '#features/forums/topic.client.ts'
import { TopicRow, TopicRowsSkeleton } from '#features/forums/topic-row.tsx'
import { paths } from '#site/paths.ts'
import { noExactMatchText, useHasOnlyWholeSiteResults, WholeSiteResults } from '#site/search/results/whole-site-results.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { focusContent } from '#ui/hydration/remember-focused-control.ts'
import { LazyHydration } from '#ui/hydration/lazy-hydration.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import type { Wording } from '#wording/wording.ts'
import * as styles from './forum.module.css'
import * as topicRowStyles from '#features/forums/topic-row.module.css'

const SKELETON_ROWS = 8

interface TopicListProps {
  filter: TopicFilter
  categoryName: string | undefined
}

/** One page of the topics that match the filter, with their total above and the pager below. */
export function TopicList({ filter, categoryName }: TopicListProps) {
  const wording = useWording()
  const topics = useQuery({ ...topicsQuery(filter), placeholderData: keepPreviousData })
  const listRef = useRef<HTMLDivElement>(null)
  const isLoading = topics.isPending || (topics.isError && topics.isFetching)
  const pageCount = Math.ceil((topics.data?.total ?? 0) / TOPICS_PER_PAGE)

  const tryAgain = () => {
    // Loading removes the focused button, so the focus moves to the list.
    listRef.current?.focus({ preventScroll: true })
    void topics.refetch()
  }

  const isFoundElsewhere = useHasOnlyWholeSiteResults(filter.search, topics.isPlaceholderData ? undefined : topics.data?.total)
  return (
    <div className={styles.forumList} ref={listRef} tabIndex={-1}>
      <p className={styles.forumFound} role="status">
        {topics.isSuccess &&
          (isFoundElsewhere ? noExactMatchText('topic') : formatTopicCount(wording, topics.data.total, filter, categoryName, pageCount))}
      </p>
      <WholeSiteResults
        search={filter.search}
        total={topics.isPlaceholderData ? undefined : topics.data?.total}
        shownPaths={topics.data?.items.map(({ id }) => paths.topic(id)) ?? []}
        clearTo={paths.forum()}
      />
      {isLoading && <TopicRowsSkeleton rows={SKELETON_ROWS} />}
      {topics.isError && !isLoading && (
        <ErrorState
          title="Error Loading Forums"
          text={`Failed to load forums: ${topics.error.message}`}
          action={<Button onClick={tryAgain}>Try Again</Button>}
        />
      )}
      {topics.isSuccess && topics.data.items.length > 0 && (
        <LazyHydration>
          <ol data-part="topic-rows" className={topicRowStyles.topicRows} aria-busy={topics.isPlaceholderData || undefined}>
            {topics.data.items.map((topic) => (
              <TopicRow key={topic.id} topic={topic} headingLevel={2} />
            ))}
          </ol>
          <Pager page={filter.page ?? 1} pages={pageCount} hrefFor={(page) => paths.forum({ ...filter, page })} label="Pages of topics" />
        </LazyHydration>
      )}
      {topics.isSuccess && topics.data.items.length === 0 && !isFoundElsewhere && (
        <NoTopics filter={filter} isPastEnd={topics.data.total > 0} />
      )}
    </div>
  )
}

function NoTopics({ filter, isPastEnd }: { filter: TopicFilter; isPastEnd: boolean }) {
  if (isPastEnd) {
    return (
      <EmptyState
        title="This page is empty"
        text="The list has fewer pages."
        action={
          <ButtonLink to={paths.forum({ ...filter, page: undefined })} onClick={focusContent}>
            Go to the first page
          </ButtonLink>
        }
      />
    )
  }
  const isUnfilteredList = !filter.search && !filter.category
  const art = <img src={`/art/scenes/${isUnfilteredList ? 'empty' : 'no-match'}.svg`} alt="" width={320} height={220} />
  if (isUnfilteredList) {
    return <EmptyState art={art} title="No topics yet" text="Be the first to start a topic." />
  }
  return (
    <EmptyState
      art={art}
      title="No topics found"
      text="No topics match this category and these words. Try fewer or different words."
      action={
        <ButtonLink to={paths.forum()} preventScrollReset onClick={focusContent}>
          Clear Filters
        </ButtonLink>
      }
    />
  )
}

function formatTopicCount(
  { count }: Wording,
  total: number,
  { search, page = 1 }: TopicFilter,
  categoryName: string | undefined,
  pageCount: number,
): string {
  const topicCount = total === 0 ? 'No topics' : count(total, NOUNS.topic)
  const filterText = `${categoryName ? ` in ${categoryName}` : ''}${search ? ` for “${search}”` : ''}`
  return `${topicCount}${filterText}${pageCount > 1 && page <= pageCount ? `, page ${page} of ${pageCount}` : ''}`
}
