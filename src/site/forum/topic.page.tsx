import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Link } from '#ui/link.tsx'
import { categoryClass } from '#features/categories/category.client.ts'
import { TopicMarks } from '#features/forums/topic-row.tsx'
import { repliesQuery, topicQuery, type Topic } from '#features/forums/topic.client.ts'
import { ReadingText } from '#site/articles/reading-text.tsx'
import { withScrollingTables } from '#ui/long-text.ts'
import { OwnVote, OwnVotesOn } from '#site/account/own-vote.tsx'
import { useCanPost } from '#site/account/posting.tsx'
import { Meta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { breadcrumbData } from '#site/structured-data/breadcrumb.data.ts'
import { usePageLocation } from '#site/structured-data/page-location.ts'
import { MemberLink } from '#site/user/member-link.tsx'
import { StructuredData } from '#site/structured-data/structured-data.tsx'
import { topicData } from '#site/structured-data/topic.data.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { truncateSnippet } from '#ui/truncate-snippet.ts'
import { RelativeTime } from '#ui/time.tsx'
import { useWording } from '#ui/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { Replies, RepliesWaiting } from './replies.tsx'
import { parsePage } from './topic-filter.ts'
import { TopicMissing } from './topic-missing.tsx'
import { WatchTopic } from './watch-topic.tsx'
import { topicText } from './topic-text.ts'
import * as styles from './topic.module.css'
import { joinClasses } from '#ui/join-classes.ts'
import * as byline from '#ui/byline.module.css'
import { useSearchParams } from '#ui/router/use-search-params.ts'
import { Unbroken } from '#ui/unbroken.tsx'

const CRUMB = 60

export default function TopicPage() {
  const { id = '' } = useParams()
  const [address] = useSearchParams()
  const topic = useQuery(topicQuery(id))

  if (topic.isPending) return <Waiting />
  // A topic that was here stays here when asking for it again fails.
  if (isTopic(topic.data)) return <TopicView key={topic.data.id} topic={topic.data} page={parsePage(address)} />
  return (
    <TopicMissing
      reason={topic.error?.message ?? 'Invalid data'}
      status={topic.error?.status}
      isFetching={topic.isFetching}
      onRetry={() => void topic.refetch()}
    />
  )
}

/** An answer that is no topic counts as a failure. */
const isTopic = (data: unknown): data is Topic => {
  const { id, title, content } = (data ?? {}) as Partial<Topic>
  return typeof id === 'number' && typeof title === 'string' && typeof content === 'string'
}

function TopicView({ topic, page }: { topic: Topic; page: number }) {
  const { features } = useSite()
  const { number, nounFor } = useWording()
  const takesPosts = useCanPost()
  const category = topic.categoryName || 'Uncategorized'
  const categoryPath = topic.categoryId === null ? undefined : paths.forum({ category: topic.categorySlug })
  const address = page > 1 ? `${paths.topic(topic.id)}?page=${page}` : paths.topic(topic.id)
  const place = usePageLocation()
  const replies = useQuery(repliesQuery(String(topic.id), page)).data?.items ?? []
  const crumbs = [
    { label: 'Forum', to: paths.forum() },
    { label: category, to: categoryPath },
    { label: truncateSnippet(topic.title, CRUMB), whole: topic.title },
  ]
  return (
    <article className={topic.categoryId === null ? undefined : categoryClass(topic.categorySlug)}>
      <Meta
        title={`${topic.title}${page > 1 ? `, page ${page}` : ''}`}
        description={topicText(topic.contentHtml ?? topic.content)}
        canonical={address}
        share={{ kind: 'topic', key: topic.id }}
        kind="article"
        facts={{ 'article:published_time': topic.createdAt, 'article:section': category }}
        feed={{ title: topic.title, of: { topic: topic.id } }}
      />
      <StructuredData things={[topicData(place, topic, replies, page), breadcrumbData(place, crumbs)]} />
      <header className={styles.topicOpen}>
        <div className="container">
          <Breadcrumb items={crumbs} />
          <div className={styles.topicOpenGrid}>
            <div className={styles.topicOpenText}>
              <p className="tag">
                {categoryPath ? <Link to={categoryPath}>{category}</Link> : category}
                <TopicMarks topic={topic} />
              </p>
              <h1>
                <Unbroken text={topic.title} />
              </h1>
              <Poster topic={topic} />
            </div>
            <dl className={styles.topicFigures}>
              <div>
                <dt>{nounFor(topic.replyCount, NOUNS.reply)}</dt>
                <dd className="num">{number(topic.replyCount ?? 0)}</dd>
              </div>
              <div>
                <dt>{nounFor(topic.views, NOUNS.view)}</dt>
                <dd className="num">{number(topic.views ?? 0)}</dd>
              </div>
            </dl>
          </div>
        </div>
      </header>
      <OwnVotesOn on={{ topicId: topic.id }}>
        <div className={`container ${styles.topicBody}`}>
          <div className={styles.topicText}>
            <ReadingText html={withScrollingTables(topic.contentHtml ?? '')} className={styles.postText} />
            <OwnVote subject="topic" post={topic} />
          </div>
          <Replies topic={topic} page={page} />
          <aside className={`${styles.topicAside} no-print`} aria-label="From here">
            {!topic.isLocked && takesPosts && (
              <ButtonLink to={`${address}#post-reply`} preventScrollReset>
                Reply
              </ButtonLink>
            )}
            <WatchTopic topicId={topic.id} />
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
          </aside>
        </div>
      </OwnVotesOn>
    </article>
  )
}

function Poster({ topic: { userId, username, avatarUrl, createdAt } }: { topic: Topic }) {
  return (
    <p className={joinClasses(byline.byline, styles.topicPoster)}>
      <MemberLink id={userId} className={styles.topicWho}>
        <Avatar id={userId} name={username} src={avatarUrl} />
        <b>{username || 'Unknown User'}</b>
      </MemberLink>
      <RelativeTime date={createdAt} kind="forum" />
    </p>
  )
}

function Waiting() {
  return (
    <div aria-busy="true">
      <Meta title="Forum" />
      <p className="visuallyHidden" role="status">
        Loading topic…
      </p>
      <div className={styles.topicOpen}>
        <div className={`container ${styles.topicWaiting}`}>
          <Skeleton className={styles.lineS} />
          <Skeleton className={styles.lineXl} />
          <Skeleton className={styles.lineM} />
        </div>
      </div>
      <div className={`container ${styles.topicBody}`}>
        <div className={`${styles.topicText} ${styles.topicWaiting}`}>
          <Skeleton />
          <Skeleton />
          <Skeleton />
          <Skeleton className={styles.lineM} />
        </div>
        <div className={styles.topicReplies}>
          <RepliesWaiting />
        </div>
      </div>
    </div>
  )
}
