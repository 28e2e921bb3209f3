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
  const form = useForm({
    start: { currentPassword: '', newPassword: '', removePasskeys: false },
    toBody: ({ removePasskeys, ...values }) => ({ ...values, ...(removePasskeys ? { removePasskeys } : {}) }),
    contract: async () => (await loadAccountForms()).changePasswordEndpoint.body,
    send: changePassword,
    onDone: () => toast({ title: 'Password changed', message: 'Your other sessions have been signed out.' }),
  })
  return (
    <form {...form.props} className={styles.accountForm} aria-label="Change password">
      {/* This input lets password managers store the new password with the username. */}
      <input type="text" name="username" autoComplete="username" value={account.username} readOnly hidden />
      <PasswordField label="Current password" field={form.field('currentPassword')} />
      <PasswordField
        label="New password"
        field={form.field('newPassword')}
        strengthCheck={{ guessableWords: [account.username, account.email ?? ''] }}
      />
      {hasPasskeys && <RemovePasskeys isOn={form.values.removePasskeys} onChange={(removePasskeys) => form.change({ removePasskeys })} />}
      <FormFooter form={form} label="Change password" busyLabel="Changing..." />
    </form>
  )
}
