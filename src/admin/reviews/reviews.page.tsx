/** Proof of purchases that waits for a decision, oldest first. Each picture is fetched when somebody wants to see it, and kept nowhere. */
import { useRef } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { ListFrame } from '#admin/list/list-frame.tsx'
import { useList } from '#admin/list/use-list.ts'
import { useListUrl } from '#admin/list-url.ts'
import { evidenceQuery } from '#features/reviews/evidence/review-evidence.client.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { WaitingReviews } from './waiting-reviews.tsx'
import { EvidenceItem } from './evidence-item.tsx'
import * as styles from './reviews.module.css'

const PER_PAGE = 20

export default function ReviewsPage() {
  const listUrl = useListUrl()
  const box = useRef<HTMLUListElement>(null)
  const list = useList(evidenceQuery({ page: listUrl.page, perPage: PER_PAGE }))
  return (
    <>
      <AdminHead title="Reviews" caption="Decide about proof of purchases and about reviews by guests that contain links." />
      <WaitingReviews />
      <ListFrame
        list={list}
        listUrl={listUrl}
        perPage={PER_PAGE}
        pagesLabel="Pages of proof"
        errorTitle="What waits could not be loaded"
        empty={
          <EmptyState
            title="No proof of purchases waits"
            text="Members can send a picture that proves the purchase of what they have reviewed. It waits here."
          />
        }
      >
        {({ items }) => (
          <ul
            ref={box}
            tabIndex={-1}
            className={styles.list}
            aria-label="Proof of purchases"
            aria-busy={list.isPlaceholderData || undefined}
          >
            {items.map((evidence) => (
              <li key={evidence.id}>
                {/* The buttons of what was decided are gone: the keyboard stays here. */}
                <EvidenceItem evidence={evidence} onDecided={() => box.current?.focus({ preventScroll: true })} />
              </li>
            ))}
          </ul>
        )}
      </ListFrame>
    </>
  )
}
