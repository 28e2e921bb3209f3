/** Posts waiting for approval, oldest first. */
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
import { ReasonConfirm } from './reason-confirm.tsx'
import { WaitingPostItem } from './waiting-post.tsx'
import * as styles from './forums.module.css'

const WAITING_PER_PAGE = 20
const keyOf = ({ kind, id }: Pick<WaitingPost, 'kind' | 'id'>) => `${kind} ${id}`

interface WaitingListProps {
  page: number
  hrefFor: (page: number) => string
  moderation: Moderation
}

export function WaitingList({ page, hrefFor, moderation }: WaitingListProps) {
  const { count } = useWording()
  const waiting = useList(waitingPostsQuery({ page, perPage: WAITING_PER_PAGE }))
  const [selection, select] = useState<ReadonlySet<string>>(new Set())
  const [rejecting, setRejecting] = useState<WaitingPost[]>([])
  const box = useRef<HTMLDivElement>(null)
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
      <EmptyState title="No posts waiting for approval" text="Posts by guests that contain a link need your approval and appear here." />
    )

  const selected = items.filter((post) => selection.has(keyOf(post)))
  const decide = async (posts: WaitingPost[], approve: boolean, reason?: string) => {
    const subject = posts.length === 1 ? `${posts[0]?.kind === 'topic' ? 'Topic' : 'Reply'}` : count(posts.length, ADMIN_NOUNS.post)
    const change = { status: approve ? ('visible' as const) : ('hidden' as const), ...(reason ? { reason } : {}) }
    const { doneItems, errors: faults } = await moderation.change(posts, change, `${subject} ${approve ? 'approved' : 'rejected'}`)
    // After a failure the dialog stays open with its reason, and the undecided posts stay selected.
    if (faults.length === 0) setRejecting([])
    const decided = new Set(doneItems.map(keyOf))
    select((previous) => new Set([...previous].filter((key) => !decided.has(key))))
    if (faults.length > 0) return
    // The decided posts and their buttons are removed, so focus moves to the list.
    box.current?.focus({ preventScroll: true })
  }
  const toggle = (post: WaitingPost, on: boolean) => {
    const next = new Set(selection)
    if (on) next.add(keyOf(post))
    else next.delete(keyOf(post))
    select(next)
  }

  return (
    <div className={styles.waiting} ref={box} tabIndex={-1}>
      <div className={styles.waitingBar}>
        <label className={styles.waitingAll}>
          <input
            type="checkbox"
            checked={selected.length === items.length}
            ref={(box) => void (box && (box.indeterminate = selected.length > 0 && selected.length < items.length))}
            onChange={({ target }) => select(new Set(target.checked ? items.map(keyOf) : []))}
          />
          {selected.length > 0 ? `${selected.length} selected` : `Select all on this page`}
        </label>
        <Button size="s" disabled={selected.length === 0} busy={moderation.busy} onClick={() => void decide(selected, true)}>
          Approve selected
        </Button>
        <Button size="s" variant="quiet" disabled={selected.length === 0 || moderation.busy} onClick={() => setRejecting(selected)}>
          Reject selected
        </Button>
      </div>
      <ul className={styles.waitingList} aria-busy={waiting.isPlaceholderData || undefined}>
        {items.map((post) => (
          <WaitingPostItem
            key={keyOf(post)}
            post={post}
            isChosen={selection.has(keyOf(post))}
            busy={moderation.busy}
            onToggle={(on) => toggle(post, on)}
            onApprove={() => void decide([post], true)}
            onReject={() => setRejecting([post])}
          />
        ))}
      </ul>
      {rejecting[0] && (
        <ReasonConfirm
          question={rejecting.length === 1 ? `Reject “${rejecting[0].title}”?` : `Reject ${count(rejecting.length, ADMIN_NOUNS.post)}?`}
          confirmLabel="Reject"
          busy={moderation.busy}
          onConfirm={(reason) => void decide(rejecting, false, reason)}
          onCancel={() => setRejecting([])}
        />
      )}
      <Pager page={page} pages={Math.ceil(total / WAITING_PER_PAGE)} hrefFor={hrefFor} label="Pages of waiting posts" />
    </div>
  )
}
