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
import { type UserAction, buildHelpActions, buildRoleAction, buildRestrictionAction } from './build-user-actions.ts'
import * as styles from './users.module.css'

interface UserActionsProps {
  user: AdminUser
  onChanged: (user: AdminUser) => void
  onClosed: () => void
}

export function UserActions({ user, onChanged, onClosed }: UserActionsProps) {
  const isSelf = useSignedIn()?.id === user.id
  const [actionToConfirm, setActionToConfirm] = useState<UserAction>()
  const [isClosing, setClosing] = useState(false)
  const actionMutation = useMutation({
    networkMode: 'always',
    mutationFn: ({ run }: UserAction) => run(),
    onSuccess: (changed, { successTitle }) => {
      onChanged(changed)
      toast({ title: successTitle })
    },
    onSettled: () => setActionToConfirm(undefined),
  })
  const actions = [...buildHelpActions(user, isSelf), buildRoleAction(user, isSelf), buildRestrictionAction(user, isSelf)]

  return (
    <>
      {actionMutation.isError && (
        <Notice tone="bad" role="alert">
          {formatUserError(actionMutation.error)}
        </Notice>
      )}
      <ul className={styles.userSteps}>
        {actions.map((action) => (
          <li key={action.label}>
            <p>{action.text}</p>
            <Button variant={action.tone === 'danger' ? 'danger' : 'quiet'} size="s" onClick={() => setActionToConfirm(action)}>
              {action.label}
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
        open={actionToConfirm !== undefined}
        question={actionToConfirm?.question ?? ''}
        confirmLabel={actionToConfirm?.label ?? ''}
        tone={actionToConfirm?.tone}
        busy={actionMutation.isPending}
        onConfirm={() => actionToConfirm && actionMutation.mutate(actionToConfirm)}
        onCancel={() => setActionToConfirm(undefined)}
      />
      {isClosing && <CloseAccount user={user} isSelf={isSelf} onDone={onClosed} onCancel={() => setClosing(false)} />}
    </>
  )
}
