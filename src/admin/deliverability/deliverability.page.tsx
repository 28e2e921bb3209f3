/** Page that checks the DNS records of the sender domain and shows the records to add. */
import { useQuery } from '@tanstack/react-query'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { DnsRecord } from '#admin/panel/dns-record.tsx'
import { deliverabilityQuery, type Deliverability, type DeliverabilityCheck } from '#features/deliverability/deliverability.client.ts'
import { NON_ACCOUNT_SHARE } from '#features/mail-ledger/mail-limits.policy.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { ProgressBar } from '#ui/states/progress-bar.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import * as styles from './deliverability.module.css'

const CHECK_LABELS: Record<DeliverabilityCheck['name'], { title: string; about: string }> = {
  sender: { title: 'Sender', about: 'the address your emails come from' },
  spf: { title: 'SPF', about: 'which servers may send email for your domain' },
  dkim: { title: 'DKIM', about: 'a signature that proves who sent an email' },
  dmarc: { title: 'DMARC', about: 'what happens to email that fails both checks' },
  answers: { title: 'Replies', about: 'where replies and bounced emails go' },
}
const STATE_BADGES = {
  good: { label: 'Good', variant: 'default' },
  warn: { label: 'Needs review', variant: 'outline' },
  bad: { label: 'Needs fixing', variant: 'destructive' },
  unknown: { label: 'Unknown', variant: 'secondary' },
} as const

export default function DeliverabilityPage() {
  const result = useQuery({ ...deliverabilityQuery(), refetchOnMount: 'always' })
  const checkAgainButton = (
    <Button variant="quiet" busy={result.isFetching} busyLabel="Checking..." onClick={() => void result.refetch()}>
      Check again
    </Button>
  )
  return (
    <>
      <AdminHead
        title="Deliverability"
        caption={
          result.data && (
            <>
              Your emails come from <b>{result.data.sender}</b>. Last checked <ShortTime date={result.data.checkedAt} end="." />
            </>
          )
        }
        action={result.data && checkAgainButton}
      />
      {result.data ? (
        <>
          {result.data.budget && <DailyMailBudget budget={result.data.budget} />}
          {result.data.checks.map((check) => (
            <Check key={check.name} check={check} />
          ))}
          <p className={styles.note}>You add records where your domain’s DNS is managed. Changes can take a few hours to take effect.</p>
        </>
      ) : result.isError ? (
        <ErrorState title="The DNS records could not be checked" text={failureReason(result.error)} action={checkAgainButton} />
      ) : (
        <Spinner label="Checking your DNS records" />
      )}
    </>
  )
}

/** Shows how many emails were sent today, by all sites and by the tenant sites alone, with the daily limits. */
function DailyMailBudget({ budget: { limit, sent, sentByCopies, limitOfCopies } }: { budget: NonNullable<Deliverability['budget']> }) {
  const wording = useWording()
  const usageRows = [
    ['All sites', sent, limit],
    ['Copies', sentByCopies, limitOfCopies],
  ] as const
  return (
    <section className={styles.check} aria-labelledby="mail-budget">
      <header>
        <h2 id="mail-budget">Emails sent today</h2>
        <small>since midnight UTC</small>
        {sent >= limit * NON_ACCOUNT_SHARE && <Badge variant="destructive">{sent >= limit ? 'Limit reached' : 'Near the limit'}</Badge>}
      </header>
      {usageRows.map(([label, used, max]) => (
        <div key={label} className={styles.budget}>
          <span>{label}</span>
          <span className="num">
            {wording.number(used)} of {wording.number(max)}
          </span>
          <ProgressBar value={max === 0 ? 100 : (used / max) * 100} label={`Emails sent today: ${label}`} />
        </div>
      ))}
      <p>
        Emails over the limit are sent the next day. The last {Math.round((1 - NON_ACCOUNT_SHARE) * 100)}% is reserved for this site’s
        account emails. The operator sets the limit with <code>MAIL_BUDGET_PER_DAY</code>.
      </p>
    </section>
  )
}

function Check({ check: { name, state, says, found, record } }: { check: DeliverabilityCheck }) {
  const { title, about } = CHECK_LABELS[name]
  const { label, variant } = STATE_BADGES[state]
  return (
    <section className={styles.check} aria-labelledby={`check-${name}`}>
      <header>
        <h2 id={`check-${name}`}>{title}</h2>
        <small>{about}</small>
        <Badge variant={variant}>{label}</Badge>
      </header>
      <p>{says}</p>
      {found.length > 0 && (
        <div>
          <h3>Current DNS records</h3>
          {found.map((recordValue) => (
            <code key={recordValue} className={styles.found}>
              {recordValue}
            </code>
          ))}
        </div>
      )}
      {record && (
        <div>
          <h3>Add this record</h3>
          <DnsRecord {...record} recordLabel={title} />
        </div>
      )}
    </section>
  )
}
