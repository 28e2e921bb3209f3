/** The page of a topic that waits for approval, for its author and administrators. Others get the page of a missing topic. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { categoryClass } from '#features/categories/category.client.ts'
import type { Topic } from '#features/forums/topic.client.ts'
import { waitingTopicQuery } from '#features/forums/waiting/own-waiting.client.ts'
import { WaitingPostNotice } from '#features/trust/waiting-post.tsx'
import { ReadingText } from '#site/articles/text/reading-text.tsx'
import { TopicSkeleton } from '#site/forum/topic-skeleton.tsx'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { MemberLink } from '#site/user/member-link.tsx'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { wrapTables } from '#ui/text/long-text.ts'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Breadcrumb } from '#ui/text/breadcrumb.tsx'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import { RelativeTime } from '#ui/text/time.tsx'
import { truncateText } from '#wording/cut-text.ts'
import * as byline from '#ui/text/byline.module.css'
import * as styles from '#site/forum/topic.module.css'
import * as waitingStyles from './own-waiting-posts.module.css'

const MAX_CRUMB_LENGTH = 60

interface WaitingTopicProps {
  id: string
  /** Shown unless the viewer may read the topic. */
  children: ReactNode
}

/** The server renders `children`, because the page is the same for all viewers; the browser replaces it. */
export function WaitingTopic({ id, children }: WaitingTopicProps) {
  const viewer = useSignedIn()
  const { data, isFetching } = useQuery({ ...waitingTopicQuery(id), enabled: viewer !== null && /^\d{1,9}$/.test(id) })
  if (!viewer) return children
  if (data?.topic) return <WaitingTopicView topic={data.topic} isAuthor={data.topic.userId === viewer.id} />
  return !data && isFetching ? <TopicSkeleton /> : children
}

function WaitingTopicView({ topic, isAuthor }: { topic: Topic; isAuthor: boolean }) {
  const crumbs = [
    { label: 'Forum', to: paths.forum() },
    { label: truncateText(topic.title, MAX_CRUMB_LENGTH), fullName: topic.title },
  ]
  return (
    <article className={topic.categoryId === null ? undefined : categoryClass(topic.categorySlug)}>
      <PageMeta title={topic.title} noIndex />
      <header className={styles.topicOpen}>
        <div className="container">
          <Breadcrumb items={crumbs} />
          <div className={styles.topicOpenGrid}>
            <div className={styles.topicOpenText}>
              <p className={`tag ${waitingStyles.tag}`}>
                {topic.categoryName}
                <Badge variant="outline">Waiting for approval</Badge>
              </p>
              <h1>
                <NoBreakText text={topic.title} />
              </h1>
              <p className={joinClasses(byline.byline, styles.topicPoster)}>
                <MemberLink id={topic.userId} isClosed={topic.isAuthorClosed} className={styles.topicWho}>
                  <Avatar id={topic.userId} name={topic.username} src={topic.avatarUrl} />
                  <b dir="auto">{topic.username}</b>
                </MemberLink>
                <RelativeTime date={topic.createdAt} kind="forum" />
              </p>
            </div>
          </div>
        </div>
      </header>
      <div className={`container ${styles.topicBody}`}>
        <div className={styles.topicText}>
          <div className={waitingStyles.notice}>
            {isAuthor ? (
              <WaitingPostNotice what="topic" waitingFor={topic.waitingFor} />
            ) : (
              <Notice title="This topic is waiting for approval">Only its author and administrators can see it.</Notice>
            )}
          </div>
          <ReadingText html={wrapTables(topic.contentHtml ?? '')} className={styles.postText} />
        </div>
      </div>
    </article>
  )
}
