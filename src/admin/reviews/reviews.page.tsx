/** Page that lists all reviews; administrators decide here on reviews that wait for approval and on proofs of purchase. */
import { useQuery } from '@tanstack/react-query'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { parseChoice } from '#admin/list/list-filters.tsx'
import { useListUrl } from '#admin/list-url.ts'
import { evidenceQuery } from '#features/reviews/evidence/review-evidence.client.ts'
import { TabSet } from '#ui/lists/tabs.tsx'
import { EvidenceList } from './evidence-list.tsx'
import { ReviewList } from './review-list.tsx'
import { useWaitingReviews, WaitingReviews } from './waiting-reviews.tsx'
import * as styles from './reviews.module.css'

const TABS = { all: 'All reviews', proof: 'Proof of purchase' } as const
type Tab = keyof typeof TABS

export default function ReviewsPage() {
  const listUrl = useListUrl('tab')
  const tab: Tab = parseChoice(TABS, listUrl.filters.tab) ?? 'all'
  const waiting = useWaitingReviews()
  const evidence = useQuery({ ...evidenceQuery({ perPage: 1 }), refetchOnMount: 'always' })
  return (
    <>
      <AdminHead title="Reviews" caption="Read all reviews, approve reviews and updates that wait, and check proof of purchase." />
      <WaitingReviews list={waiting} />
      {/* Shown with the reviews that wait, which would otherwise move it down. */}
      <div hidden={waiting.isPending}>
        <TabSet
          label="Reviews"
          className={styles.tabs}
          value={tab}
          onChange={(value) => listUrl.setParams({ tab: value === 'all' ? undefined : value })}
          tabs={[
            { value: 'all', label: TABS.all, content: <ReviewList listUrl={listUrl} /> },
            { value: 'proof', label: TABS.proof, count: evidence.data?.total, content: <EvidenceList listUrl={listUrl} /> },
          ]}
        />
      </div>
    </>
  )
}
