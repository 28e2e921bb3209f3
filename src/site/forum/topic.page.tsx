import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { Link } from '#ui/router/link.tsx'
import { BookmarkButton } from '#features/bookmarks/bookmark-button.tsx'
import { OwnBookmarks } from '#features/bookmarks/own-bookmarks.tsx'
import { categoryClass } from '#features/categories/category.client.ts'
import { repliesQuery, topicQuery, type Topic } from '#features/forums/topic.client.ts'
import { MutedPost } from '#features/mutes/muted-post.tsx'
import { QuoteSelection } from '#features/writing/quotes/quote-selection.tsx'
import { OwnMutesProvider } from '#site/account/own-mutes.tsx'
import { OwnVotesProvider } from '#site/account/own-vote.tsx'
import { useIsPostingEnabled } from '#site/account/posting-gate.tsx'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import type { Removal } from '#site/posts/post-menu-props.ts'
import { useSite } from '#site/shell/use-site.ts'
import { breadcrumbData } from '#site/structured-data/breadcrumb.data.ts'
import { usePageLocation } from '#site/structured-data/page-location.ts'
import { StructuredData } from '#site/structured-data/structured-data.tsx'
import { topicData } from '#site/structured-data/topic.data.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { LazyHydration } from '#ui/hydration/lazy-hydration.tsx'
import { truncateText } from '#wording/cut-text.ts'
import { AcceptedAnswer, useAcceptedReply } from '#site/forum/answers/accepted-answer.tsx'
import { OwnMoveTopic } from './own-move-topic.tsx'
import { Replies } from './replies.tsx'
import { TopicMissing } from './topic-missing.tsx'
import { WatchTopic } from './watch-topic.tsx'
import { TopicBody } from './topic-body.tsx'
import { htmlToPlainText } from './topic-text.ts'
import { TopicRemoved } from './topic-removed.tsx'
import { TopicSkeleton } from './topic-skeleton.tsx'
import { WaitingTopic } from './waiting/waiting-topic.tsx'
import { TopicOpening } from './topic-opening.tsx'
import { useLinkedReply, useScrollToLinkedReply } from './use-linked-reply.ts'
import * as styles from './topic.module.css'

const MAX_CRUMB_LENGTH = 60

export default function TopicPage() {
  const { id = '' } = useParams()
  const topic = useQuery(topicQuery(id))

  if (topic.isPending) return <TopicSkeleton />
  // If a refetch fails, the topic that was loaded before stays visible.
  if (isTopic(topic.data))
    return (
      <OwnMutesProvider>
        <TopicView key={topic.data.id} topic={topic.data} />
      </OwnMutesProvider>
    )
  const missing = (
    <TopicMissing
      reason={topic.error?.message ?? 'Invalid data'}
      status={topic.error?.status}
      isFetching={topic.isFetching}
      onRetry={() => void topic.refetch()}
    />
  )
  return topic.error?.status === 404 ? <WaitingTopic id={id}>{missing}</WaitingTopic> : missing
}

/** Checks the parts of a response without which the page cannot be rendered. */
const isTopic = (data: unknown): data is Topic => {
  const { id, title, content } = (data ?? {}) as Partial<Topic>
  return typeof id === 'number' && typeof title === 'string' && typeof content === 'string'
}

function TopicView({ topic }: { topic: Topic }) {
  const linkedReply = useLinkedReply(topic)
  const [removal, setRemoval] = useState<Removal>()
  const { page } = linkedReply
  const { features } = useSite()
  const isPostingEnabled = useIsPostingEnabled()
  const category = topic.categoryName || 'Uncategorized'
  const categoryPath = topic.categoryId === null ? undefined : paths.forum({ category: topic.categorySlug })
  const path = page > 1 ? `${paths.topic(topic.id)}?page=${page}` : paths.topic(topic.id)
  const location = usePageLocation()
  const loadedReplies = useQuery(repliesQuery(String(topic.id), page)).data?.items
  useScrollToLinkedReply(topic, linkedReply, loadedReplies)
  const replies = loadedReplies ?? []
  const accepted = useAcceptedReply(topic)
  const crumbs = [
    { label: 'Forum', to: paths.forum() },
    { label: category, to: categoryPath },
    { label: truncateText(topic.title, MAX_CRUMB_LENGTH), fullName: topic.title },
  ]
  if (removal) return <TopicRemoved topic={topic} removal={removal} onRestored={() => setRemoval(undefined)} />
  return (
    <article className={topic.categoryId === null ? undefined : categoryClass(topic.categorySlug)}>
      <PageMeta
        title={`${topic.title}${page > 1 ? `, page ${page}` : ''}`}
        description={htmlToPlainText(topic.contentHtml ?? topic.content)}
        canonical={path}
        share={{ kind: 'topic', key: topic.id }}
        kind="article"
        facts={{ 'article:published_time': topic.createdAt, 'article:section': category }}
        isDemo={topic.isDemo}
        feed={{ title: topic.title, subject: { topic: topic.id } }}
      />
      <StructuredData
        things={import.meta.env.SSR && [topicData(location, topic, replies, accepted?.reply), breadcrumbData(location, crumbs)]}
      />
      <LazyHydration>
        <TopicOpening topic={topic} crumbs={crumbs} />
      </LazyHydration>
      <OwnVotesProvider on={{ topicId: topic.id }}>
        <OwnBookmarks on={{ topicId: topic.id }}>
          <div className={`container ${styles.topicBody}`}>
            <div className={styles.topicText}>
              <MutedPost userId={topic.userId} name={topic.username || 'Unknown User'}>
                <TopicBody topic={topic} onRemoved={setRemoval} />
              </MutedPost>
              {topic.acceptedReplyId !== null && (
                <LazyHydration>
                  <AcceptedAnswer topic={topic} />
                </LazyHydration>
              )}
            </div>
            <QuoteSelection />
            <LazyHydration>
              <Replies topic={topic} page={page} missingReplyId={linkedReply.isMissing ? linkedReply.id : undefined} />
            </LazyHydration>
            <LazyHydration>
              <aside className={`${styles.topicAside} no-print`} aria-label="Next steps">
                {!topic.isLocked && isPostingEnabled && (
                  <ButtonLink to={`${path}#post-reply`} preventScrollReset>
                    Reply
                  </ButtonLink>
                )}
                <div className={styles.topicActions}>
                  <WatchTopic topicId={topic.id} />
                  <BookmarkButton kind="topic" id={topic.id} className={styles.topicBookmark} />
                </div>
                <ul>
                  {categoryPath && (
                    <li>
                      <Link className="more" to={categoryPath}>
                        More about {category}
                      </Link>
                    </li>
                  )}
                  <li>
                    <Link className="more" to={paths.forum()}>
                      All topics
                    </Link>
                  </li>
                  {features.userAccounts && (
                    <li>
                      <Link className="more" to={paths.about('guidelines')}>
                        Community guidelines
                      </Link>
                    </li>
                  )}
                </ul>
                <OwnMoveTopic topic={topic} />
              </aside>
            </LazyHydration>
          </div>
        </OwnBookmarks>
      </OwnVotesProvider>
    </article>
  )
}
