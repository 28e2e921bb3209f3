import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { deleteUser, type AdminUser } from '#features/users/user-admin.client.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field, Input } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast-store.ts'
import { formatUserError } from './user-error.ts'
import * as styles from './users.module.css'

interface CloseAccountProps {
  user: AdminUser
  isSelf: boolean
  onDone: () => void
  onCancel: () => void
}

/** It cannot be taken back, so the username has to be typed. */
export function CloseAccount({ user: { id, username }, isSelf, onDone, onCancel }: CloseAccountProps) {
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const closing = useMutation({
    networkMode: 'always',
    mutationFn: () => deleteUser(id),
    onSuccess: () => {
      toast({ title: 'Account closed', message: `${username} can no longer sign in.` })
      onDone()
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isRight = typed.trim() === username
    setWrong(!isRight)
    if (isRight && !closing.isPending) closing.mutate()
    if (!isRight) event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <Dialog
      open
      title={`Close the account of ${username}?`}
      description="They are signed out everywhere and cannot sign in again. Name, email and picture are removed. What they posted stays, under the name “Deleted member”."
      onOpenChange={(open) => !open && onCancel()}
    >
      <form className={styles.closeAccount} method="post" noValidate onSubmit={submit}>
        {isSelf && (
          <Notice tone="warn" title="This is your own account">
            You will be signed out at once and cannot come back.
          </Notice>
        )}
        <Field label={`Type ${username} to confirm`} required error={wrong && `Please type ${username}, in exactly these letters`}>
          {(control) => (
            <Input
              {...control}
              value={typed}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              onChange={({ target }) => {
                setTyped(target.value)
                setWrong(false)
              }}
            />
          )}
        </Field>
        {closing.isError && (
          <Notice tone="bad" role="alert">
            {formatUserError(closing.error)}
          </Notice>
        )}
        <div className="actions">
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={closing.isPending} busyLabel="Closing...">
            Close the account
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
