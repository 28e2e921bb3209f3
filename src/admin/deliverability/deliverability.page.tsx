/** Whether mail of this site is likely to arrive: what the DNS says, and what to add, word for word. */
import { useQuery } from '@tanstack/react-query'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { DnsRecord } from '#admin/panel/dns-record.tsx'
import { deliverabilityQuery, type Deliverability, type DeliverabilityCheck } from '#features/deliverability/deliverability.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { ProgressBar } from '#ui/states/progress-bar.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import * as styles from './deliverability.module.css'

const TITLES: Record<DeliverabilityCheck['name'], { title: string; about: string }> = {
  sender: { title: 'Sender', about: 'whose name mail carries' },
  spf: { title: 'SPF', about: 'which servers may send for the domain' },
  dkim: { title: 'DKIM', about: 'a signature that shows who has sent it' },
  dmarc: { title: 'DMARC', about: 'what to do with mail that has neither' },
  answers: { title: 'Answers', about: 'where they and returned mail go' },
}
/** From this share on only account mail of the main site goes out. */
const NEAR_SHARE = 0.9
const STATES = {
  good: { words: 'Good', look: 'default' },
  warn: { words: 'Look at it', look: 'outline' },
  bad: { words: 'To be put right', look: 'destructive' },
  unknown: { words: 'Not known', look: 'secondary' },
} as const

export default function DeliverabilityPage() {
  const found = useQuery({ ...deliverabilityQuery(), refetchOnMount: 'always' })
  const again = (
    <Button variant="quiet" busy={found.isFetching} busyLabel="Looking..." onClick={() => void found.refetch()}>
      Look again
    </Button>
  )
  return (
    <>
      <AdminHead
        title="Deliverability"
        caption={
          found.data && (
            <>
              Mail comes from <b>{found.data.sender}</b>. Asked at <ShortTime date={found.data.checkedAt} end="." />
            </>
          )
        }
        action={found.data && again}
      />
      {found.data ? (
        <>
          {found.data.budget && <Budget budget={found.data.budget} />}
          {found.data.checks.map((check) => (
            <Check key={check.name} check={check} />
          ))}
          <p className={styles.note}>
            Records are added where the domain’s DNS is looked after. It can take some hours until all name servers know of a change.
          </p>
        </>
      ) : found.isError ? (
        <ErrorState title="The DNS could not be asked" text={failureReason(found.error)} action={again} />
      ) : (
        <Spinner label="Asking the name servers" />
      )}
    </>
  )
}

/** Mails that all sites together have sent today, of those that they may send. */
function Budget({ budget: { limit, sent, sentByCopies, limitOfCopies } }: { budget: NonNullable<Deliverability['budget']> }) {
  const wording = useWording()
  const lines = [
    ['All sites', sent, limit],
    ['Copies', sentByCopies, limitOfCopies],
  ] as const
  return (
    <section className={styles.check} aria-labelledby="mail-budget">
      <header>
        <h2 id="mail-budget">Mail sent today</h2>
        <small>since midnight UTC</small>
        {sent >= limit * NEAR_SHARE && <Badge variant="destructive">{sent >= limit ? 'Limit reached' : 'Near the limit'}</Badge>}
      </header>
      {lines.map(([label, used, max]) => (
        <div key={label} className={styles.budget}>
          <span>{label}</span>
          <span className="num">
            {wording.number(used)} of {wording.number(max)}
          </span>
          <ProgressBar value={max === 0 ? 100 : (used / max) * 100} label={`Mail sent today: ${label}`} />
        </div>
      ))}
      <p>
        Mail over the limit waits until the next day. The last tenth is reserved for account mail of this site. The operator sets the limit
        with <code>MAIL_BUDGET_PER_DAY</code>.
      </p>
    </section>
  )
}

function Check({ check: { name, state, says, found, record } }: { check: DeliverabilityCheck }) {
  const { title, about } = TITLES[name]
  const { words, look } = STATES[state]
  return (
    <section className={styles.check} aria-labelledby={`check-${name}`}>
      <header>
        <h2 id={`check-${name}`}>{title}</h2>
        <small>{about}</small>
        <Badge variant={look}>{words}</Badge>
      </header>
      <p>{says}</p>
      {found.length > 0 && (
        <div>
          <h3>What stands there</h3>
          {found.map((text) => (
            <code key={text} className={styles.found}>
              {text}
            </code>
          ))}
        </div>
      )}
      {record && (
        <div>
          <h3>Add this record</h3>
          <DnsRecord {...record} about={title} />
        </div>
      )}
    </section>
  )
}
