/** Records of the operator's legal duties: the list, or one duty with its draft and versions. */
import { useQuery } from '@tanstack/react-query'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { ListBody } from '#admin/list/list-body.tsx'
import { useListUrl } from '#admin/list-url.ts'
import { DUTIES, dutyOf, KIT_TITLE, NO_LEGAL_ADVICE } from '#features/duties/duties.policy.ts'
import { dutiesQuery, dutyKitUrl, type DutySummary } from '#features/duties/duty.client.ts'
import { findKey } from '#platform/client/typed-entries.client.ts'
import { focusContent } from '#ui/hydration/remember-focused-control.ts'
import { ListBox } from '#ui/lists/toolbar.tsx'
import { Link } from '#ui/router/link.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { Downloads } from './downloads.tsx'
import { DutyView } from './duty-view.tsx'
import { StatusChips } from './status-chips.tsx'
import * as styles from './duties.module.css'

export default function DutiesPage() {
  const { filters } = useListUrl('open', 'version')
  const duty = findKey(DUTIES, filters.open)
  return duty ? <DutyView key={duty} duty={duty} version={Number(filters.version) || undefined} /> : <DutyList />
}

function DutyList() {
  const list = useQuery({ ...dutiesQuery(), refetchOnMount: 'always' })
  return (
    <>
      <AdminHead
        title={KIT_TITLE}
        caption="Records that UK law asks of sites where people post, review or have accounts. They are filled in from your site: complete, sign and export them."
      />
      <Notice className={styles.advice} title={NO_LEGAL_ADVICE}>
        <p>Each record names its sources. Read them, and ask a lawyer if you are not sure what applies to you.</p>
      </Notice>
      <ListBox>
        <ListBody
          list={list}
          errorTitle="The records could not be loaded"
          isNarrowed={false}
          onClear={() => undefined}
          firstPageHref="?"
          empty={<EmptyState title="No records" />}
        >
          {({ items }) => (
            <ul className={styles.list}>
              {items.map((summary) => (
                <DutyRow key={summary.duty} summary={summary} />
              ))}
            </ul>
          )}
        </ListBody>
      </ListBox>
      <section className={joinClasses(styles.part, styles.kit)} aria-labelledby="duty-kit">
        <h2 id="duty-kit">Export all records</h2>
        <p>One file with the latest signed version of each record, or its draft.</p>
        <Downloads urlOf={dutyKitUrl} what="all records" />
      </section>
    </>
  )
}

function DutyRow({ summary }: { summary: DutySummary }) {
  const { count } = useWording()
  const { duty, changes } = summary
  const { title, summary: text } = dutyOf(duty)
  return (
    <li>
      <div className={styles.line}>
        <h2>
          <Link to={`/admin/duties?open=${duty}`} onClick={focusContent}>
            {title}
          </Link>
        </h2>
        <StatusChips summary={summary} />
      </div>
      <p className={styles.about}>{text}</p>
      {changes.length > 0 && <p className={styles.changed}>{count(changes.length, ADMIN_NOUNS.changeSinceSignature)}</p>}
    </li>
  )
}
