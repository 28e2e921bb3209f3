import { useState } from 'react'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { deleteAccount, loadAccountForms } from '#features/accounts/account.client.ts'
import { FormFooter } from '#features/accounts/form-footer.tsx'
import { PasswordField } from '#features/accounts/passwords/password-field.tsx'
import * as styles from '#features/accounts/account-form.module.css'

/** Renders the button and the confirmation dialog to close the account. */
export function DeleteAccount({ onDeleted }: { onDeleted: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <p className="actions">
        <Button variant="danger" onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      </p>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Delete your account?"
        description="This cannot be undone. Your name, email address and picture are removed at once, and you are signed out everywhere. What you posted stays under the name “Deleted member”."
      >
        <DeleteForm onDeleted={onDeleted} onCancel={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function DeleteForm({ onDeleted, onCancel }: { onDeleted: () => void; onCancel: () => void }) {
  const form = useForm({
    start: { password: '' },
    toBody: (values) => values,
    contract: async () => (await loadAccountForms()).deleteAccountEndpoint.body,
    send: ({ password }) => deleteAccount(password),
    onDone: onDeleted,
  })
  return (
    <form {...form.props} className={styles.accountForm} aria-label="Delete your account">
      <PasswordField label="Your password" field={form.field('password')} />
      <FormFooter form={form} label="Delete my account" busyLabel="Deleting..." tone="danger">
        <Button variant="quiet" onClick={onCancel}>
          Keep my account
        </Button>
      </FormFooter>
    </form>
  )
}
