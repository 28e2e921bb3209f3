/** Posts that wait for approval, oldest first, with all that is needed to decide. */
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
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const [rejected, reject] = useState<WaitingPost[]>([])
  const box = useRef<HTMLDivElement>(null)
  if (waiting.isPending) return <Spinner label="Loading what waits" />
  if (waiting.isError)
    return (
      <ErrorState
        title="The waiting posts could not be loaded"
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
    return <EmptyState title="Nothing waits on this page" action={<ButtonLink to={hrefFor(1)}>Go to the first page</ButtonLink>} />
  if (items.length === 0)
    return <EmptyState title="Nothing waits" text="Posts of guests that contain a link wait here until you have looked at them." />

  const picked = items.filter((post) => chosen.has(keyOf(post)))
  const decide = async (posts: WaitingPost[], approve: boolean, reason?: string) => {
    const what = posts.length === 1 ? `${posts[0]?.kind === 'topic' ? 'Topic' : 'Reply'}` : count(posts.length, ADMIN_NOUNS.post)
    const change = { status: approve ? ('visible' as const) : ('hidden' as const), ...(reason ? { reason } : {}) }
    const { doneItems, faults } = await moderation.change(posts, change, `${what} ${approve ? 'approved' : 'rejected'}`)
    // The question stays open with its reason, and the selection holds those that are still to be decided.
    if (faults.length === 0) reject([])
    const decided = new Set(doneItems.map(keyOf))
    choose((selected) => new Set([...selected].filter((key) => !decided.has(key))))
    if (faults.length > 0) return
    // The buttons of what was decided are gone: the keyboard stays here.
    box.current?.focus({ preventScroll: true })
  }
  const toggle = (post: WaitingPost, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(keyOf(post))
    else next.delete(keyOf(post))
    choose(next)
  }

  return (
    <div className={styles.waiting} ref={box} tabIndex={-1}>
      <div className={styles.waitingBar}>
        <label className={styles.waitingAll}>
          <input
            type="checkbox"
            checked={picked.length === items.length}
            ref={(box) => void (box && (box.indeterminate = picked.length > 0 && picked.length < items.length))}
            onChange={({ target }) => choose(new Set(target.checked ? items.map(keyOf) : []))}
          />
          {picked.length > 0 ? `${picked.length} selected` : `Select all on this page`}
        </label>
        <Button size="s" disabled={picked.length === 0} busy={moderation.busy} onClick={() => void decide(picked, true)}>
          Approve selected
        </Button>
        <Button size="s" variant="quiet" disabled={picked.length === 0 || moderation.busy} onClick={() => reject(picked)}>
          Reject selected
        </Button>
      </div>
      <ul className={styles.waitingList} aria-busy={waiting.isPlaceholderData || undefined}>
        {items.map((post) => (
          <WaitingPostItem
            key={keyOf(post)}
            post={post}
            isChosen={chosen.has(keyOf(post))}
            busy={moderation.busy}
            onToggle={(on) => toggle(post, on)}
            onApprove={() => void decide([post], true)}
            onReject={() => reject([post])}
          />
        ))}
      </ul>
      {rejected[0] && (
        <ReasonConfirm
          question={rejected.length === 1 ? `Reject “${rejected[0].title}”?` : `Reject ${count(rejected.length, ADMIN_NOUNS.post)}?`}
          confirmLabel="Reject"
          busy={moderation.busy}
          onConfirm={(reason) => void decide(rejected, false, reason)}
          onCancel={() => reject([])}
        />
      )}
      <Pager page={page} pages={Math.ceil(total / WAITING_PER_PAGE)} hrefFor={hrefFor} label="Pages of waiting posts" />
    </div>
  )
}
