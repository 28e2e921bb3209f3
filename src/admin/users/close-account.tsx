import { deleteUser, type AdminUser } from '#features/users/user-admin.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Field, Input } from '#ui/forms/field.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { formatUserError } from './user-error.ts'
import * as styles from './users.module.css'

interface CloseAccountProps {
  user: AdminUser
  isSelf: boolean
  onDone: () => void
  onCancel: () => void
}

/** Dialog that closes an account. Because this cannot be undone, the administrator has to type the username. */
export function CloseAccount({ user: { id, username }, isSelf, onDone, onCancel }: CloseAccountProps) {
  const { props, field, problem, busy } = useForm({
    start: { confirmation: '' },
    toBody: () => id,
    check: ({ confirmation }) => ({ confirmation: confirmation.trim() === username ? undefined : `Please type exactly ${username}` }),
    send: deleteUser,
    onDone: () => {
      toast({ title: 'Account closed', message: `${username} can no longer sign in.` })
      onDone()
    },
  })
  const { input, error } = field('confirmation')
  return (
    <Dialog
      open
      title={`Close the account of ${username}?`}
      description="They are signed out everywhere and cannot sign in again. Name, email and picture are removed. Their posts stay, under the name “Deleted member”."
      onOpenChange={(open) => !open && onCancel()}
    >
      <form {...props} className={styles.closeAccount}>
        {isSelf && (
          <Notice tone="warn" title="This is your own account">
            You will be signed out at once and cannot sign in again.
          </Notice>
        )}
        <Field label={`Type ${username} to confirm`} required error={error}>
          {(control) => <Input {...control} {...input} autoComplete="off" autoCapitalize="none" autoCorrect="off" spellCheck={false} />}
        </Field>
        {problem && (
          <Notice tone="bad" role="alert">
            {formatUserError(problem)}
          </Notice>
        )}
        <div className="actions">
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={busy} busyLabel="Closing...">
            Close the account
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
