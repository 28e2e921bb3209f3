import { useQuery } from '@tanstack/react-query'
import { useForm } from '#platform/client/forms/form.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { changePassword, loadAccountForms, type OwnAccount } from '#features/accounts/account.client.ts'
import { FormFooter } from '#features/accounts/form-footer.tsx'
import { ownPasskeysQuery } from '#features/accounts/passkeys/passkey.client.ts'
import { RemovePasskeys } from '#features/accounts/passkeys/remove-passkeys.tsx'
import { PasswordField } from './password-field.tsx'
import * as styles from '#features/accounts/account-form.module.css'

export function ChangePasswordForm({ account }: { account: OwnAccount }) {
  const hasPasskeys = (useQuery(ownPasskeysQuery()).data?.items.length ?? 0) > 0
  const entry = useForm({
    start: { currentPassword: '', newPassword: '', removePasskeys: false },
    toBody: ({ removePasskeys, ...values }) => ({ ...values, ...(removePasskeys ? { removePasskeys } : {}) }),
    contract: async () => (await loadAccountForms()).changePasswordEndpoint.body,
    send: changePassword,
    onDone: () => toast({ title: 'Password changed', message: 'Your other sessions have been signed out.' }),
  })
  return (
    <form {...entry.props} className={styles.accountForm} aria-label="Change password">
      {/* Lets password managers store the new password with the username. */}
      <input type="text" name="username" autoComplete="username" value={account.username} readOnly hidden />
      <PasswordField label="Current password" field={entry.field('currentPassword')} />
      <PasswordField label="New password" field={entry.field('newPassword')} chosen={{ own: [account.username, account.email ?? ''] }} />
      {hasPasskeys && <RemovePasskeys isOn={entry.values.removePasskeys} onChange={(removePasskeys) => entry.change({ removePasskeys })} />}
      <FormFooter form={entry} label="Change password" busyLabel="Changing..." />
    </form>
  )
}
