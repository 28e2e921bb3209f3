/** Lists the posts that wait for approval, oldest first. */
import { useList } from '#admin/list/use-list.ts'
import { useRef, useState } from 'react'
import { waitingPostsQuery, type WaitingPost } from '#features/forums/moderation/moderation.client.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { formatModerationError, type Moderation } from './use-moderation.ts'
import { ReasonConfirm } from '#features/forums/moderation/reason-confirm.tsx'
import { WaitingPostItem } from './waiting-post.tsx'
import * as styles from './forums.module.css'

const WAITING_PER_PAGE = 20
const getPostKey = ({ kind, id }: Pick<WaitingPost, 'kind' | 'id'>) => `${kind} ${id}`

interface WaitingListProps {
  page: number
  hrefFor: (page: number) => string
  moderation: Moderation
}

export function WaitingList({ page, hrefFor, moderation }: WaitingListProps) {
  const { count } = useWording()
  const waiting = useList(waitingPostsQuery({ page, perPage: WAITING_PER_PAGE }))
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(new Set())
  const [postsToReject, setPostsToReject] = useState<WaitingPost[]>([])
  const container = useRef<HTMLDivElement>(null)
  if (waiting.isPending) return <Spinner label="Loading posts" />
  if (waiting.isError)
    return (
      <ErrorState
        title="The posts could not be loaded"
        text={formatModerationError(waiting.error)}
        action={
          <Button busy={waiting.isFetching} onClick={() => void waiting.refetch()}>
            Try again
          </Button>
        }
      />
    )
  const { items, total } = waiting.data
  if (items.length === 0 && total > 0)
    return <EmptyState title="No posts on this page" action={<ButtonLink to={hrefFor(1)}>Go to the first page</ButtonLink>} />
  if (items.length === 0)
    return (
      <EmptyState
        title="No posts waiting for approval"
        text="Posts by guests with a link, and posts by new members that look like spam, need your approval and appear here."
      />
    )

  const selectedPosts = items.filter((post) => selectedKeys.has(getPostKey(post)))
  const decide = async (posts: WaitingPost[], isApproved: boolean, reason?: string) => {
    const subject = posts.length === 1 ? `${posts[0]?.kind === 'topic' ? 'Topic' : 'Reply'}` : count(posts.length, ADMIN_NOUNS.post)
    const change = { status: isApproved ? ('visible' as const) : ('hidden' as const), ...(reason ? { reason } : {}) }
    const { succeededItems, errors } = await moderation.change(posts, change, `${subject} ${isApproved ? 'approved' : 'rejected'}`)
    // After a failure the dialog stays open with the entered reason, and the posts that failed stay selected.
    if (errors.length === 0) setPostsToReject([])
    const decided = new Set(succeededItems.map(getPostKey))
    setSelectedKeys((previous) => new Set([...previous].filter((key) => !decided.has(key))))
    if (errors.length > 0) return
    // The decided posts and their buttons disappear, so focus moves to the list.
    container.current?.focus({ preventScroll: true })
  }
  const toggleSelection = (post: WaitingPost, isSelected: boolean) => {
    const next = new Set(selectedKeys)
    if (isSelected) next.add(getPostKey(post))
    else next.delete(getPostKey(post))
    setSelectedKeys(next)
  }

  return (
    <div className={styles.waiting} ref={container} tabIndex={-1}>
      <div className={styles.waitingBar}>
        <label className={styles.waitingAll}>
          <input
            type="checkbox"
            checked={selectedPosts.length === items.length}
            ref={(checkbox) =>
              void (checkbox && (checkbox.indeterminate = selectedPosts.length > 0 && selectedPosts.length < items.length))
            }
            onChange={({ target }) => setSelectedKeys(new Set(target.checked ? items.map(getPostKey) : []))}
          />
          {selectedPosts.length > 0 ? `${selectedPosts.length} selected` : `Select all on this page`}
        </label>
        <Button size="s" disabled={selectedPosts.length === 0} busy={moderation.busy} onClick={() => void decide(selectedPosts, true)}>
          Approve selected
        </Button>
        <Button
          size="s"
          variant="quiet"
          disabled={selectedPosts.length === 0 || moderation.busy}
          onClick={() => setPostsToReject(selectedPosts)}
        >
          Reject selected
        </Button>
      </div>
      <ul className={styles.waitingList} aria-busy={waiting.isPlaceholderData || undefined}>
        {items.map((post) => (
          <WaitingPostItem
            key={getPostKey(post)}
            post={post}
            isSelected={selectedKeys.has(getPostKey(post))}
            busy={moderation.busy}
            onToggle={(isSelected) => toggleSelection(post, isSelected)}
            onApprove={() => void decide([post], true)}
            onReject={() => setPostsToReject([post])}
          />
        ))}
      </ul>
      {postsToReject[0] && (
        <ReasonConfirm
          question={
            postsToReject.length === 1 ? `Reject “${postsToReject[0].title}”?` : `Reject ${count(postsToReject.length, ADMIN_NOUNS.post)}?`
          }
          confirmLabel="Reject"
          busy={moderation.busy}
          onConfirm={(reason) => void decide(postsToReject, false, reason)}
          onCancel={() => setPostsToReject([])}
        />
      )}
      <Pager page={page} pages={Math.ceil(total / WAITING_PER_PAGE)} hrefFor={hrefFor} label="Pages of waiting posts" />
    </div>
  )
}
