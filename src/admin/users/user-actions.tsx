/** Lists the actions on an account: password link, second factor, role, restriction and closing. Each asks for confirmation. */
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
import { type UserStep, buildHelpSteps, buildRoleStep, buildRestrictionStep } from './user-steps.ts'
import * as styles from './users.module.css'

interface UserActionsProps {
  user: AdminUser
  onChanged: (user: AdminUser) => void
  onClosed: () => void
}

export function UserActions({ user, onChanged, onClosed }: UserActionsProps) {
  const isSelf = useSignedIn()?.id === user.id
  const [stepToConfirm, setStepToConfirm] = useState<UserStep>()
  const [isClosing, setClosing] = useState(false)
  const stepMutation = useMutation({
    networkMode: 'always',
    mutationFn: ({ run }: UserStep) => run(),
    onSuccess: (changed, { successTitle }) => {
      onChanged(changed)
      toast({ title: successTitle })
    },
    onSettled: () => setStepToConfirm(undefined),
  })
  const steps = [...buildHelpSteps(user, isSelf), buildRoleStep(user, isSelf), buildRestrictionStep(user, isSelf)]

  return (
    <>
      {stepMutation.isError && (
        <Notice tone="bad" role="alert">
          {formatUserError(stepMutation.error)}
        </Notice>
      )}
      <ul className={styles.userSteps}>
        {steps.map((step) => (
          <li key={step.label}>
            <p>{step.text}</p>
            <Button variant={step.tone === 'danger' ? 'danger' : 'quiet'} size="s" onClick={() => setStepToConfirm(step)}>
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
        open={stepToConfirm !== undefined}
        question={stepToConfirm?.question ?? ''}
        confirmLabel={stepToConfirm?.label ?? ''}
        tone={stepToConfirm?.tone}
        busy={stepMutation.isPending}
        onConfirm={() => stepToConfirm && stepMutation.mutate(stepToConfirm)}
        onCancel={() => setStepToConfirm(undefined)}
      />
      {isClosing && <CloseAccount user={user} isSelf={isSelf} onDone={onClosed} onCancel={() => setClosing(false)} />}
    </>
  )
}
