/** Lists the proofs of purchase to check, oldest first. A picture is fetched only when it is shown, and is not cached. */
import { useRef } from 'react'
import { ListFrame } from '#admin/list/list-frame.tsx'
import { useList } from '#admin/list/use-list.ts'
import type { useListUrl } from '#admin/list-url.ts'
import { evidenceQuery } from '#features/reviews/evidence/review-evidence.client.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { EvidenceItem } from './evidence-item.tsx'
import * as styles from './reviews.module.css'

const EVIDENCE_PER_PAGE = 20

export function EvidenceList({ listUrl }: { listUrl: ReturnType<typeof useListUrl<'tab'>> }) {
  const listElement = useRef<HTMLUListElement>(null)
  const list = useList(evidenceQuery({ page: listUrl.page, perPage: EVIDENCE_PER_PAGE }))
  return (
    <ListFrame
      list={list}
      listUrl={listUrl}
      isNarrowed={false}
      perPage={EVIDENCE_PER_PAGE}
      pagesLabel="Pages of proof"
      errorTitle="The proof of purchase could not be loaded"
      empty={
        <EmptyState
          title="No proof of purchase to check"
          text="Members can send a picture that proves that they bought a product they have reviewed. It appears here."
        />
      }
    >
      {({ items }) => (
        <ul
          ref={listElement}
          tabIndex={-1}
          className={styles.list}
          aria-label="Proof of purchase"
          aria-busy={list.isPlaceholderData || undefined}
        >
          {items.map((evidence) => (
            <li key={evidence.id}>
              {/* A decision removes the item that contains the focused button, so focus moves to the list. */}
              <EvidenceItem evidence={evidence} onDecided={() => listElement.current?.focus({ preventScroll: true })} />
            </li>
          ))}
        </ul>
      )}
    </ListFrame>
  )
}
