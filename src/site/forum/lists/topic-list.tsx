/** The list of topics on the forum page. Lists that differ for each member are loaded in the browser. */
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { useIsSessionKnown, useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { ownTopicsQuery } from '#features/forums/lists/own-topics.client.ts'
import { isOwnList, type OwnListName } from '#features/forums/lists/topic-lists.policy.ts'
import { TOPICS_PER_PAGE, topicsQuery, type Topic, type TopicFilter } from '#features/forums/topic.client.ts'
import { TopicRow, TopicRowsSkeleton } from '#features/forums/topic-row.tsx'
import type { ListResult } from '#platform/contract/endpoint.ts'
import { paths } from '#site/paths.ts'
import { noExactMatchText, useHasOnlyWholeSiteResults, WholeSiteResults } from '#site/search/results/whole-site-results.tsx'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { LazyHydration } from '#ui/hydration/lazy-hydration.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NoTopics, SignInForOwnTopics } from './no-topics.tsx'
import { OwnWaitingPosts, useOwnWaitingPosts } from '#site/forum/waiting/own-waiting-posts.tsx'
import { formatTopicCount } from './topic-count.ts'
import * as styles from '#site/forum/forum.module.css'
import * as topicRowStyles from '#features/forums/topic-row.module.css'

const SKELETON_ROWS = 8

interface TopicListProps {
  filter: TopicFilter
  categoryName: string | undefined
}

/** One page of the topics that match the filter, with their total above and the pager below. */
export function TopicList(props: TopicListProps) {
  const { show } = props.filter
  return isOwnList(show) ? <OwnTopicList key={show} {...props} show={show} /> : <SharedTopicList {...props} />
}

function SharedTopicList({ filter, categoryName }: TopicListProps) {
  const topics = useQuery({ ...topicsQuery(filter), placeholderData: keepPreviousData })
  return <TopicResults filter={filter} categoryName={categoryName} topics={topics} />
}

/** Until the session is known, the page contains the invitation for visitors and the placeholder for members; CSS shows one of them. */
function OwnTopicList({ filter, categoryName, show }: TopicListProps & { show: OwnListName }) {
  const user = useSignedIn()
  const isSessionKnown = useIsSessionKnown()
  const topics = useQuery({ ...ownTopicsQuery(filter, show), placeholderData: keepPreviousData, enabled: user !== null })
  const waitingPosts = useOwnWaitingPosts({ isEnabled: show === 'mine' })
  if (user)
    return (
      <>
        <OwnWaitingPosts posts={waitingPosts} />
        <TopicResults filter={filter} categoryName={categoryName} topics={topics} hasWaitingPosts={waitingPosts.length > 0} />
      </>
    )
  return (
    <div className={styles.forumList}>
      <div data-for={isSessionKnown ? undefined : 'visitor'}>
        <SignInForOwnTopics />
      </div>
      {!isSessionKnown && (
        <div data-for="member">
          <p className={styles.forumFound} />
          <TopicRowsSkeleton rows={SKELETON_ROWS} />
        </div>
      )}
    </div>
  )
}

interface TopicResultsProps extends TopicListProps {
  topics: UseQueryResult<ListResult<Topic>>
  /** Whether posts that wait for approval are shown above; an empty list then needs no explanation. */
  hasWaitingPosts?: boolean
}

function TopicResults({ filter, categoryName, topics, hasWaitingPosts = false }: TopicResultsProps) {
  const wording = useWording()
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
      {topics.isSuccess && topics.data.items.length === 0 && !isFoundElsewhere && !hasWaitingPosts && (
        <NoTopics filter={filter} isPastEnd={topics.data.total > 0} />
      )}
    </div>
  )
}
