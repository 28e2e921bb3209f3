/** One duty: its sources, what has changed, the draft or a signed version, and all versions. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { dutyOf, type DutyKey } from '#features/duties/duties.policy.ts'
import { buildDutyDocument } from '#features/duties/duty-document.policy.ts'
import { dutyFileUrl, dutyQuery, signedDutyQuery, startDuty, type DutyDetail } from '#features/duties/duty.client.ts'
import { siteQuery } from '#features/sites/site.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { focusContent } from '#ui/hydration/remember-focused-control.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { Link } from '#ui/router/link.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { Downloads } from './downloads.tsx'
import { DutyDocument, SourceList } from './duty-document.tsx'
import { DutyDraftTabs } from './duty-draft-tabs.tsx'
import { DutyVersions } from './duty-versions.tsx'
import { StatusChips } from './status-chips.tsx'
import * as styles from './duties.module.css'

export function DutyView({ duty, version }: { duty: DutyKey; version: number | undefined }) {
  const { title, summary } = dutyOf(duty)
  const detail = useQuery({ ...dutyQuery(duty), refetchOnMount: 'always' })
  return (
    <>
      <p className={styles.back}>
        <Link to="/admin/duties" onClick={focusContent}>
          All legal duties
        </Link>
      </p>
      <AdminHead title={title} caption={summary} />
      {detail.isPending || (detail.isError && detail.isFetching) ? (
        <Spinner label="Loading the record" />
      ) : detail.isError ? (
        <ErrorState
          title="The record could not be loaded"
          text={failureReason(detail.error)}
          action={<Button onClick={() => void detail.refetch()}>Try again</Button>}
        />
      ) : (
        <Detail duty={duty} detail={detail.data} version={version} />
      )}
    </>
  )
}

function Detail({ duty, detail, version }: { duty: DutyKey; detail: DutyDetail; version: number | undefined }) {
  const { draft, signature, versions, changes } = detail
  const [isStarted, setStarted] = useState(false)
  const shown = version ?? (draft ? undefined : signature?.number)
  return (
    <div className={styles.detail}>
      <StatusChips summary={detail} />
      {shown === undefined && (
        <section className={styles.part} aria-labelledby="duty-sources">
          <h2 id="duty-sources">Sources</h2>
          <SourceList links={dutyOf(duty).sources} />
        </section>
      )}
      {changes.length > 0 && (
        <Notice tone="warn" title="The site has changed since the last signature">
          <ul className={styles.changes}>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </Notice>
      )}
      {shown !== undefined ? (
        <SignedVersion key={shown} duty={duty} number={shown} isDraftHidden={draft !== null} />
      ) : draft ? (
        <DutyDraftTabs duty={duty} detail={detail} draft={draft} isJustStarted={isStarted} />
      ) : (
        <StartDuty
          duty={duty}
          label="Start this record"
          text="The record is filled in from your site. You check, complete and sign it."
          onStarted={() => setStarted(true)}
        />
      )}
      {versions.length > 0 && <DutyVersions duty={duty} versions={versions} shown={shown} />}
      {!draft && signature && (
        <StartDuty
          duty={duty}
          label="Start a new version"
          text={`The new version starts with the answers of version ${signature.number}, which stays as it is.`}
          onStarted={() => setStarted(true)}
        />
      )}
    </div>
  )
}

interface StartDutyProps {
  duty: DutyKey
  label: string
  text: string
  onStarted: () => void
}

/** Starts a draft. The button is replaced by the form, which gets the focus. */
function StartDuty({ duty, label, text, onStarted }: StartDutyProps) {
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      await startDuty(duty)
      await waitForRefresh()
      onStarted()
    } catch (error) {
      toast({ title: 'The record was not started', message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={styles.part} aria-label={label}>
      <p>{text}</p>
      <p className="actions">
        <Button busy={busy} busyLabel="Starting..." onClick={() => void start()}>
          {label}
        </Button>
      </p>
    </section>
  )
}

function SignedVersion({ duty, number, isDraftHidden }: { duty: DutyKey; number: number; isDraftHidden: boolean }) {
  const record = useQuery(signedDutyQuery(duty, number))
  const site = useQuery(siteQuery()).data
  const { language } = useWording()
  if (record.isError)
    return (
      <ErrorState
        title="The version could not be loaded"
        text={failureReason(record.error)}
        action={<Button onClick={() => void record.refetch()}>Try again</Button>}
      />
    )
  if (!record.data || !site) return <Spinner label="Loading the version" />
  const { answers, facts, signedAt, name, role, reviewDueAt } = record.data
  const blocks = buildDutyDocument({
    duty,
    siteName: site.name,
    language,
    number,
    answers,
    facts,
    factsAt: signedAt,
    signature: { name, role, signedAt, reviewDueAt },
  })
  return (
    <section className={styles.part}>
      {isDraftHidden && (
        <p>
          This version is signed and can no longer be changed. <Link to={`/admin/duties?open=${duty}`}>Go to the draft</Link>
        </p>
      )}
      <Downloads urlOf={(format) => dutyFileUrl(duty, format, number)} what={`version ${number}`} />
      <DutyDocument blocks={blocks} label={`Version ${number}`} />
    </section>
  )
}
