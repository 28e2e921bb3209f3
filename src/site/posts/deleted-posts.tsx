/** Lists the posts that the member has deleted within the last day, each with Undo. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { deletedPostsQuery, type DeletedPost } from '#features/trash/trash.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { RelativeTime } from '#ui/text/time.tsx'
import { POST_NOUNS, restorePost } from './post-calls.ts'
import * as styles from './posts.module.css'

export function DeletedPosts() {
  const posts = useQuery({ ...deletedPostsQuery(), refetchOnMount: 'always' })
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <section aria-labelledby="deleted-posts-title">
      <h2 id="deleted-posts-title" ref={title} tabIndex={-1}>
        Recently deleted
      </h2>
      {posts.isPending ? (
        <div role="status">
          <span className="visuallyHidden">Loading what you deleted</span>
          <Skeleton />
        </div>
      ) : posts.isError ? (
        <ErrorState
          level={3}
          title="What you deleted could not be loaded"
          text={failureReason(posts.error)}
          action={
            <Button busy={posts.isFetching} onClick={() => void posts.refetch()}>
              Try again
            </Button>
          }
        />
      ) : posts.data.items.length === 0 ? (
        <p>Topics, replies and reviews that you delete are listed here for 24 hours, so that you can restore them.</p>
      ) : (
        <ul className={styles.deletedList}>
          {posts.data.items.map((post) => (
            // The focus moves to the heading, because the button disappears with its row.
            <DeletedRow key={`${post.kind} ${post.id}`} post={post} onRestored={() => title.current?.focus()} />
          ))}
        </ul>
      )}
    </section>
  )
}

function DeletedRow({ post: { kind, id, title, deletedAt }, onRestored }: { post: DeletedPost; onRestored: () => void }) {
  const restore = useMutation({
    mutationFn: () => restorePost(kind, id),
    onSuccess: async () => {
      toast({ title: `${POST_NOUNS[kind]} restored` })
      await waitForRefresh()
      onRestored()
    },
    onError: (error) => toast({ title: `${POST_NOUNS[kind]} not restored`, message: failureReason(error), tone: 'destructive' }),
  })
  return (
    <li>
      <p>
        <span dir="auto">{title}</span>
        <small>
          {POST_NOUNS[kind]}, deleted <RelativeTime date={deletedAt} kind="forum" />
        </small>
      </p>
      <Button variant="quiet" size="s" busy={restore.isPending} onClick={() => restore.mutate()}>
        Undo<span className="visuallyHidden"> the deletion of “{title}”</span>
      </Button>
    </li>
  )
}
