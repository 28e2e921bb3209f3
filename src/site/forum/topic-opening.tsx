import { Link } from '#ui/router/link.tsx'
import { TopicBadges } from '#features/forums/topic-row.tsx'
import type { Topic } from '#features/forums/topic.client.ts'
import { paths } from '#site/paths.ts'
import { Breadcrumb, type BreadcrumbStep } from '#ui/text/breadcrumb.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import { EditedMark } from '#site/posts/edited-mark.tsx'
import { MemberLink } from '#site/user/member-link.tsx'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { RelativeTime } from '#ui/text/time.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { OwnerBadge, TopicProducts } from './topic-products.tsx'
import { DemoNote } from '#site/shell/demo-note.tsx'
import * as styles from './topic.module.css'
import * as byline from '#ui/text/byline.module.css'

/** Header of the topic page: breadcrumb, category, title, author, number of replies and number of views. */
export function TopicOpening({ topic, crumbs }: { topic: Topic; crumbs: BreadcrumbStep[] }) {
  const { number, nounFor } = useWording()
  const category = topic.categoryName || 'Uncategorized'
  const categoryPath = topic.categoryId === null ? undefined : paths.forum({ category: topic.categorySlug })
  return (
    <header className={styles.topicOpen}>
      <div className="container">
        <Breadcrumb items={crumbs} />
        <div className={styles.topicOpenGrid}>
          <div className={styles.topicOpenText}>
            <p className="tag">
              {categoryPath ? <Link to={categoryPath}>{category}</Link> : category}
              <TopicBadges topic={topic} />
            </p>
            <h1>
              <NoBreakText text={topic.title} />
            </h1>
            <TopicPoster topic={topic} />
            {topic.isDemo && <DemoNote text="This topic and its author are invented." />}
            <TopicProducts topicId={topic.id} />
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
  )
}

function TopicPoster({ topic: { id, userId, username, isAuthorClosed, avatarUrl, createdAt, editedAt } }: { topic: Topic }) {
  return (
    <p className={joinClasses(byline.byline, styles.topicPoster)}>
      <MemberLink id={userId} isClosed={isAuthorClosed} className={styles.topicWho}>
        <Avatar id={userId} name={username} src={avatarUrl} />
        <b dir="auto">{username || 'Unknown User'}</b>
      </MemberLink>
      <OwnerBadge topicId={id} userId={userId} />
      <RelativeTime date={createdAt} kind="forum" />
      {editedAt && <EditedMark kind="topic" id={id} authorName={username || 'Unknown User'} editedAt={editedAt} />}
    </p>
  )
}
