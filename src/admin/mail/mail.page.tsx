/** Every mail the site has written. Without a way out it is the only place where they can be read. */
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { TableFrame } from '#admin/list/table-frame.tsx'
import { useList } from '#admin/list/use-list.ts'
import { useListUrl } from '#admin/list-url.ts'
import { FactList, SidePanel } from '#admin/panel/side-panel.tsx'
import { MAILBOX_LIMIT_REACHED } from '#features/mail-ledger/mailbox-limit.policy.ts'
import { mailQuery, resendMail, type Mail } from '#features/mail/mail.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Button } from '#ui/actions/button.tsx'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Link } from '#ui/router/link.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { showEmail } from '#platform/text/shown-email.client.ts'
import * as styles from './mail.module.css'

const PER_PAGE = 25
const STATES = {
  sent: { words: 'Sent', look: 'default' },
  waiting: { words: 'Waiting', look: 'secondary' },
  failed: { words: 'Failed', look: 'destructive' },
  kept: { words: 'Kept here', look: 'outline' },
  suppressed: { words: 'Held back', look: 'outline' },
} as const

export default function MailPage() {
  const listUrl = useListUrl()
  const [opened, open] = useState<Mail>()
  const list = useList(mailQuery({ page: listUrl.page, perPage: PER_PAGE }))
  return (
    <>
      <AdminHead title="Outbox" />
      {list.data?.items.some(({ state }) => state === 'kept') && (
        <Notice title="Some mail is only kept here" className={styles.mailNotice}>
          This installation has no SMTP_URL, so what it writes is not sent. You can read it below.
        </Notice>
      )}
      <TableFrame
        list={list}
        listUrl={listUrl}
        perPage={PER_PAGE}
        pagesLabel="Pages of mail"
        errorTitle="The outbox could not be loaded"
        isNarrowed={false}
        empty={<EmptyState title="No mail yet" text="What the site writes to people appears here." />}
        table={{ label: 'Mail', columns: COLUMNS, onOpen: open }}
      />
      {opened && <MailPanel mail={opened} onChanged={open} onClose={() => open(undefined)} />}
    </>
  )
}

const COLUMNS: DataTableColumn<Mail>[] = [
  { key: 'subject', header: 'Subject', isTitle: true, cell: ({ subject }) => subject },
  { key: 'to', header: 'To', cell: ({ to }) => showEmail(to) },
  { key: 'written', header: 'Written', align: 'right', cell: ({ createdAt }) => <ShortTime date={createdAt} /> },
  { key: 'state', header: 'State', cell: ({ state }) => <Badge variant={STATES[state].look}>{STATES[state].words}</Badge> },
]

function MailPanel({ mail, onChanged, onClose }: { mail: Mail; onChanged: (mail: Mail) => void; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    try {
      onChanged(await resendMail(mail.id))
      await waitForRefresh()
      const message = mail.state === 'kept' ? 'As long as there is no SMTP_URL it stays in the outbox.' : undefined
      toast({ title: 'Mail waits to be sent', message })
    } catch (fault) {
      const message = failureReason(fault)
      toast({ title: 'Mail not sent', message, tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <SidePanel title={mail.subject} onClose={onClose}>
      <FactList
        facts={{
          To: showEmail(mail.to),
          Written: <ShortTime date={mail.createdAt} />,
          Sent: mail.sentAt && <ShortTime date={mail.sentAt} />,
          State: STATES[mail.state].words,
          Attempts: mail.attempts || null,
          [mail.state === 'suppressed' ? 'Held back, as' : 'Last error']: mail.lastError,
        }}
      />
      <p dir="auto" className={styles.mailText}>
        {mail.body}
      </p>
      {mail.state === 'suppressed' && mail.lastError !== MAILBOX_LIMIT_REACHED && (
        <p>
          <Link to={`/admin/suppressions?search=${encodeURIComponent(mail.to)}`}>The address on the suppression list</Link>
        </p>
      )}
      {(mail.state === 'failed' || mail.state === 'kept' || mail.state === 'suppressed') && (
        <Button variant="quiet" busy={busy} onClick={() => void again()}>
          Send again
        </Button>
      )}
    </SidePanel>
  )
}
