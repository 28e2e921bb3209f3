/** Page that lists the emails the site has written. Without SMTP they can only be read here. */
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

const MAILS_PER_PAGE = 25
const MAIL_STATES = {
  sent: { label: 'Sent', badge: 'default' },
  waiting: { label: 'Waiting', badge: 'secondary' },
  failed: { label: 'Failed', badge: 'destructive' },
  kept: { label: 'Not sent', badge: 'outline' },
  suppressed: { label: 'Suppressed', badge: 'outline' },
} as const

export default function MailPage() {
  const listUrl = useListUrl()
  const [openedMail, setOpenedMail] = useState<Mail>()
  const list = useList(mailQuery({ page: listUrl.page, perPage: MAILS_PER_PAGE }))
  return (
    <>
      <AdminHead title="Outbox" />
      {list.data?.items.some(({ state }) => state === 'kept') && (
        <Notice title="Some emails are not sent" className={styles.mailNotice}>
          SMTP_URL is not set, so emails stay in the outbox. You can read them below.
        </Notice>
      )}
      <TableFrame
        list={list}
        listUrl={listUrl}
        perPage={MAILS_PER_PAGE}
        pagesLabel="Pages of emails"
        errorTitle="The outbox could not be loaded"
        isNarrowed={false}
        empty={<EmptyState title="No emails yet" text="Emails that the site writes appear here." />}
        table={{ label: 'Emails', columns: COLUMNS, onOpen: setOpenedMail }}
      />
      {openedMail && <MailPanel mail={openedMail} onChanged={setOpenedMail} onClose={() => setOpenedMail(undefined)} />}
    </>
  )
}

const COLUMNS: DataTableColumn<Mail>[] = [
  { key: 'subject', header: 'Subject', isTitle: true, cell: ({ subject }) => subject },
  { key: 'to', header: 'To', cell: ({ to }) => showEmail(to) },
  { key: 'written', header: 'Created', align: 'right', cell: ({ createdAt }) => <ShortTime date={createdAt} /> },
  { key: 'state', header: 'State', cell: ({ state }) => <Badge variant={MAIL_STATES[state].badge}>{MAIL_STATES[state].label}</Badge> },
]

function MailPanel({ mail, onChanged, onClose }: { mail: Mail; onChanged: (mail: Mail) => void; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const resend = async () => {
    setBusy(true)
    try {
      onChanged(await resendMail(mail.id))
      await waitForRefresh()
      const message = mail.state === 'kept' ? 'It stays in the outbox until SMTP_URL is set.' : undefined
      toast({ title: 'Email queued', message })
    } catch (error) {
      toast({ title: 'Email not queued', message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <SidePanel title={mail.subject} onClose={onClose}>
      <FactList
        facts={{
          To: showEmail(mail.to),
          Created: <ShortTime date={mail.createdAt} />,
          Sent: mail.sentAt && <ShortTime date={mail.sentAt} />,
          State: MAIL_STATES[mail.state].label,
          Attempts: mail.attempts || null,
          [mail.state === 'suppressed' ? 'Reason' : 'Last error']: mail.lastError,
        }}
      />
      <p dir="auto" className={styles.mailText}>
        {mail.body}
      </p>
      {mail.state === 'suppressed' && mail.lastError !== MAILBOX_LIMIT_REACHED && (
        <p>
          <Link to={`/admin/suppressions?search=${encodeURIComponent(mail.to)}`}>View this address on the suppression list</Link>
        </p>
      )}
      {(mail.state === 'failed' || mail.state === 'kept' || mail.state === 'suppressed') && (
        <Button variant="quiet" busy={busy} onClick={() => void resend()}>
          Send again
        </Button>
      )}
    </SidePanel>
  )
}
