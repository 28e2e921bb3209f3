/** Actions on an account: password link, second factor, role, restriction and closing. Each is confirmed. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import type { AdminUser } from '#features/users/user-admin.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { CloseAccount } from './close-account.tsx'
import { formatUserError } from './user-error.ts'
import { type UserStep, helpSteps, roleStep, restrictionStep } from './user-steps.ts'
import * as styles from './users.module.css'

interface UserActionsProps {
  user: AdminUser
  onChanged: (user: AdminUser) => void
  onClosed: () => void
}

export function UserActions({ user, onChanged, onClosed }: UserActionsProps) {
  const isSelf = useSignedIn()?.id === user.id
  const [toConfirm, setToConfirm] = useState<UserStep>()
  const [isClosing, setClosing] = useState(false)
  const changing = useMutation({
    networkMode: 'always',
    mutationFn: ({ run }: UserStep) => run(),
    onSuccess: (changed, { done }) => {
      onChanged(changed)
      toast({ title: done })
    },
    onSettled: () => setToConfirm(undefined),
  })
  const steps = [...helpSteps(user, isSelf), roleStep(user, isSelf), restrictionStep(user, isSelf)]

  return (
    <>
      {changing.isError && (
        <Notice tone="bad" role="alert">
          {formatUserError(changing.error)}
        </Notice>
      )}
      <ul className={styles.userSteps}>
        {steps.map((step) => (
          <li key={step.label}>
            <p>{step.text}</p>
            <Button variant={step.tone === 'danger' ? 'danger' : 'quiet'} size="s" onClick={() => setToConfirm(step)}>
              {step.label}
            </Button>
          </li>
        ))}
        <li>
          <p>Closing an account cannot be undone. Their posts stay, under the name “Deleted member”.</p>
          <Button variant="danger" size="s" onClick={() => setClosing(true)}>
            Close the account
          </Button>
        </li>
      </ul>
      <Confirm
        open={toConfirm !== undefined}
        question={toConfirm?.question ?? ''}
        confirmLabel={toConfirm?.label ?? ''}
        tone={toConfirm?.tone}
        busy={changing.isPending}
        onConfirm={() => toConfirm && changing.mutate(toConfirm)}
        onCancel={() => setToConfirm(undefined)}
      />
      {isClosing && <CloseAccount user={user} isSelf={isSelf} onDone={onClosed} onCancel={() => setClosing(false)} />}
    </>
  )
}
