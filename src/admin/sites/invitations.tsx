/** Section that creates, lists and revokes invitation links, with which people launch a copy without an account. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  createInvitation,
  invitationsQuery,
  revokeInvitation,
  type CreatedInvitation,
  type Invitation,
} from '#features/deployment/invitations/invitation.client.ts'
import {
  INVITATION_DEFAULT_DAYS,
  INVITATION_MAX_DAYS,
  INVITATION_MAX_USES,
  INVITATION_NOTE_MAX,
} from '#features/deployment/invitations/invitation-limits.policy.ts'
import { ApiError, failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Field, Input } from '#ui/forms/field.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { ShortDate } from '#ui/text/time.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { INVITATION_STATE_LABELS } from './copy-labels.ts'
import * as styles from './sites.module.css'

const MAX_SHOWN_INVITATIONS = 20

export function Invitations() {
  const list = useQuery({ ...invitationsQuery({ perPage: MAX_SHOWN_INVITATIONS }), refetchOnMount: 'always' })
  const [created, setCreated] = useState<CreatedInvitation>()
  if (!list.data) return null
  const isRevoked = list.data.items.some(({ id, state }) => id === created?.id && state === 'revoked')
  return (
    <section className={styles.launching} aria-labelledby="invitations">
      <h2 id="invitations">Invitations</h2>
      <p className="hint">Anyone with the link can launch a copy without an account. Share it in any way you like.</p>
      <InvitationForm key={created?.id} onCreated={setCreated} />
      {created && !isRevoked && <NewInvitationLink invitation={created} />}
      {list.data.items.length > 0 && (
        <ul className={styles.invitations} aria-label="Invitations">
          {list.data.items.map((invitation) => (
            <InvitationItem key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
    </section>
  )
}

const isIntegerUpTo = (input: string, max: number) => /^\d{1,3}$/.test(input.trim()) && Number(input) >= 1 && Number(input) <= max

function InvitationForm({ onCreated }: { onCreated: (created: CreatedInvitation) => void }) {
  const { props, field, busy } = useForm({
    start: { note: '', maxUses: '1', days: String(INVITATION_DEFAULT_DAYS) },
    toBody: ({ note, maxUses, days }) => ({ note, maxUses: Number(maxUses), days: Number(days) }),
    check: ({ maxUses, days }) => ({
      maxUses: isIntegerUpTo(maxUses, INVITATION_MAX_USES) ? undefined : `Please enter a number from 1 to ${INVITATION_MAX_USES}`,
      days: isIntegerUpTo(days, INVITATION_MAX_DAYS) ? undefined : `Please enter a number from 1 to ${INVITATION_MAX_DAYS}`,
    }),
    send: createInvitation,
    onDone: async (created) => {
      await waitForRefresh()
      onCreated(created)
      toast({ title: 'Invitation created' })
    },
    onFailed: (error) => {
      const isFieldError = error instanceof ApiError && error.errors.length > 0
      if (!isFieldError) toast({ title: 'Invitation not created', message: failureReason(error), tone: 'destructive' })
    },
  })
  return (
    <form {...props} className={styles.invitationForm} aria-label="New invitation">
      <Field label="Note (optional)" hint="Who the invitation is for. Only administrators see it." error={field('note').error}>
        {(control) => <Input {...control} {...field('note').input} maxLength={INVITATION_NOTE_MAX} autoComplete="off" />}
      </Field>
      <div className={styles.invitationPair}>
        <Field label="Number of copies" error={field('maxUses').error}>
          {(control) => <Input {...control} {...field('maxUses').input} inputMode="numeric" />}
        </Field>
        <Field label="Valid for (days)" error={field('days').error}>
          {(control) => <Input {...control} {...field('days').input} inputMode="numeric" />}
        </Field>
      </div>
      <p>
        <Button type="submit" variant="quiet" busy={busy}>
          Create invitation link
        </Button>
      </p>
    </form>
  )
}

function NewInvitationLink({ invitation: { link } }: { invitation: CreatedInvitation }) {
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    )
    if (isCopied) toast({ title: 'Link copied' })
    else toast({ title: 'Link not copied', message: 'Please select the text and copy it yourself.', tone: 'destructive' })
  }
  return (
    <Notice tone="good" role="status" title="Your invitation link">
      <p>Copy it now: it is not shown again.</p>
      <p className={styles.copyLink}>
        <code>{link}</code>
      </p>
      <p>
        <Button variant="quiet" size="s" onClick={() => void copy()}>
          Copy the link
        </Button>
      </p>
    </Notice>
  )
}

function InvitationItem({ invitation: { id, note, uses, maxUses, expiresAt, state } }: { invitation: Invitation }) {
  const { number } = useWording()
  const [busy, setBusy] = useState(false)
  const revoke = async () => {
    setBusy(true)
    try {
      await revokeInvitation(id)
      await waitForRefresh()
      toast({ title: 'Invitation revoked' })
    } catch (error) {
      toast({ title: 'Invitation not revoked', message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  const name = note || `Invitation ${id}`
  return (
    <li>
      <div>
        <b>{name}</b> <Badge variant={state === 'open' ? 'default' : 'outline'}>{INVITATION_STATE_LABELS[state]}</Badge>
        <small>
          {number(uses)} of {number(maxUses)} used · until <ShortDate date={expiresAt} />
        </small>
      </div>
      {state === 'open' && (
        <Button variant="danger" size="s" busy={busy} aria-label={`Revoke ${name}`} onClick={() => void revoke()}>
          Revoke
        </Button>
      )}
    </li>
  )
}
