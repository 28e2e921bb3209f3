import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  acceptedAnswersOfUserQuery,
  MEMBER_POSTS_PER_PAGE,
  repliesOfUserQuery,
  topicsOfUserQuery,
} from '#features/forums/member-posts/member-posts.client.ts'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { TopicRow, TopicRowsSkeleton } from '#features/forums/topic-row.tsx'
import * as topicRowStyles from '#features/forums/topic-row.module.css'
import { REVIEWS_PER_PAGE, reviewsOfUserQuery } from '#features/reviews/review.client.ts'
import type { User } from '#features/users/user.client.ts'
import { failureReason, type ApiError } from '#platform/client/api.client.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { OwnWaitingPosts, useOwnWaitingPosts } from '#site/forum/waiting/own-waiting-posts.tsx'
import { ReplyRow, ReviewRow } from './post-rows.tsx'
import { memberName, TAB_LABELS, userTabPath, type PostTab } from './user-tab.ts'
import * as styles from './user.module.css'

interface UserPostsProps {
  user: User
  tab: PostTab
  page: number
}

/** Lists the public posts of a member, newest first. */
export function UserPosts({ user, tab, page }: UserPostsProps) {
  return (
    <section aria-labelledby="posts-title" className={styles.profileList}>
      <h2 id="posts-title" className="visuallyHidden">
        {TAB_LABELS[tab]}
      </h2>
      <PostList key={tab} user={user} tab={tab} page={page} />
    </section>
  )
}

function PostList(props: UserPostsProps) {
  if (props.tab === 'topics') return <TopicsOfUser {...props} />
  return props.tab === 'reviews' ? <ReviewsOfUser {...props} /> : <RepliesOfUser {...props} />
}

function TopicsOfUser(props: UserPostsProps) {
  const topics = useQuery(topicsOfUserQuery(String(props.user.id), props.page))
  return (
    <PostPages {...props} query={topics} perPage={MEMBER_POSTS_PER_PAGE}>
      {(items) => items.map((topic) => <TopicRow key={topic.id} topic={topic} />)}
    </PostPages>
  )
}

function RepliesOfUser(props: UserPostsProps) {
  const replies = useQuery((props.tab === 'answers' ? acceptedAnswersOfUserQuery : repliesOfUserQuery)(String(props.user.id), props.page))
  return (
    <PostPages {...props} query={replies} perPage={MEMBER_POSTS_PER_PAGE}>
      {(items) => items.map((reply) => <ReplyRow key={reply.id} reply={reply} />)}
    </PostPages>
  )
}

function ReviewsOfUser(props: UserPostsProps) {
  const reviews = useQuery(reviewsOfUserQuery(String(props.user.id), props.page))
  return (
    <PostPages {...props} query={reviews} perPage={REVIEWS_PER_PAGE}>
      {(items) => items.map((review) => <ReviewRow key={review.id} review={review} />)}
    </PostPages>
  )
}

interface PostPagesProps<T> extends UserPostsProps {
  query: UseQueryResult<{ items: T[]; total: number }, ApiError>
  perPage: number
  children: (items: T[]) => ReactNode
}

/** Shows a page of posts, on the member's own profile below those that wait for approval. */
function PostPages<T>(props: PostPagesProps<T>) {
  const { user, tab } = props
  const isOwn = useSignedIn()?.id === user.id
  const waitingPosts = useOwnWaitingPosts({
    kind: tab === 'topics' ? 'topic' : 'reply',
    isEnabled: isOwn && (tab === 'topics' || tab === 'replies'),
  })
  const isOnlyWaiting = waitingPosts.length > 0 && props.query.data?.total === 0
  return (
    <>
      <OwnWaitingPosts posts={waitingPosts} />
      {!isOnlyWaiting && <PublicPostPages {...props} />}
    </>
  )
}

/** Shows a page of posts with links to the other pages, or its loading, error or empty state. */
function PublicPostPages<T>({ user, tab, page, query, perPage, children }: PostPagesProps<T>) {
  if (query.isPending) return <TopicRowsSkeleton rows={5} label={`Loading ${tab}…`} />
  if (query.isError) {
    return (
      <ErrorState
        level={3}
        title={`The ${tab} could not be loaded`}
        text={failureReason(query.error)}
        action={
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      />
    )
  }
  const { items, total } = query.data
  if (items.length === 0) {
    return total > 0 ? (
      <EmptyState
        level={3}
        title="There is nothing on this page"
        action={<ButtonLink to={userTabPath(user.id, tab)}>Go to the first page</ButtonLink>}
      />
    ) : (
      <EmptyState
        level={3}
        title={
          <>
            <bdi>{memberName(user)}</bdi> {tab === 'answers' ? 'has no accepted answers' : `has not written any ${tab}`} yet.
          </>
        }
      />
    )
  }
  return (
    <>
      <ol data-part="topic-rows" className={topicRowStyles.topicRows}>
        {children(items)}
      </ol>
      <Pager
        page={page}
        pages={Math.ceil(total / perPage)}
        hrefFor={(number) => userTabPath(user.id, tab, number)}
        label={`Pages of ${tab}`}
      />
    </>
  )
}
