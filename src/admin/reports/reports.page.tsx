/** The moderators' queue: reported content and appeals, overdue ones first, and what else waits for a decision. */
import { useQuery } from '@tanstack/react-query'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { parseChoice } from '#admin/list/list-filters.tsx'
import { useListUrl } from '#admin/list-url.ts'
import { waitingPostsQuery } from '#features/forums/moderation/moderation.client.ts'
import { appealsQuery, reportsQuery } from '#features/reports/report.client.ts'
import { waitingReviewsQuery } from '#features/reviews/approval/review-approval.client.ts'
import { evidenceQuery } from '#features/reviews/evidence/review-evidence.client.ts'
import { ALL_FEATURES_ON } from '#features/sites/features-on.policy.ts'
import { siteQuery } from '#features/sites/site.client.ts'
import { TabSet } from '#ui/lists/tabs.tsx'
import { Link } from '#ui/router/link.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { AppealList } from './appeal-list.tsx'
import { CaseList } from './case-list.tsx'
import * as styles from './reports.module.css'

const TABS = { open: 'Reports', appeals: 'Appeals', decided: 'Decided' } as const

export default function ReportsPage() {
  const listUrl = useListUrl('tab')
  const tab = parseChoice(TABS, listUrl.filters.tab) ?? 'open'
  const open = useQuery({ ...reportsQuery({ perPage: 1 }), refetchOnMount: 'always' })
  const appeals = useQuery({ ...appealsQuery({ perPage: 1 }), refetchOnMount: 'always' })
  return (
    <>
      <AdminHead title="Reports" caption="Decide about content that members and visitors have reported, and about appeals." />
      <OtherQueues />
      <TabSet
        label="Reports"
        value={tab}
        onChange={(value) => listUrl.setParams({ tab: value === 'open' ? undefined : value })}
        tabs={[
          { value: 'open', label: TABS.open, count: open.data?.total, content: <CaseList listUrl={listUrl} status="open" /> },
          { value: 'appeals', label: TABS.appeals, count: appeals.data?.total, content: <AppealList listUrl={listUrl} /> },
          { value: 'decided', label: TABS.decided, content: <CaseList listUrl={listUrl} status="decided" /> },
        ]}
      />
    </>
  )
}

/** Links to the lists in which posts, reviews and proofs wait for approval. */
function OtherQueues() {
  const features = useQuery(siteQuery()).data?.features ?? ALL_FEATURES_ON
  const { number } = useWording()
  const posts = useQuery({ ...waitingPostsQuery({ perPage: 1 }), enabled: features.forums })
  const reviews = useQuery({ ...waitingReviewsQuery({ perPage: 1 }), enabled: features.products })
  const proofs = useQuery({ ...evidenceQuery({ perPage: 1 }), enabled: features.products })
  const queues = [
    { label: 'Posts to approve', total: posts.data?.total ?? 0, to: '/admin/forums?status=waiting' },
    { label: 'Reviews to approve', total: reviews.data?.total ?? 0, to: '/admin/reviews' },
    { label: 'Proofs of purchase', total: proofs.data?.total ?? 0, to: '/admin/reviews?tab=proof' },
  ].filter(({ total }) => total > 0)
  if (queues.length === 0) return null
  return (
    <ul className={styles.queues} aria-label="Also waiting for a decision">
      {queues.map(({ label, total, to }) => (
        <li key={to}>
          <Link to={to}>
            {label} <b className="num">{number(total)}</b>
          </Link>
        </li>
      ))}
    </ul>
  )
}
