import { useQueryClient } from '@tanstack/react-query'
import { toast } from '#ui/toast-store.ts'
import { changePassword, loadAccountForms, ownSessionsQuery, type OwnAccount } from './account.client.ts'
import { useAccountForm } from './account-form.client.ts'
import { FormEnd } from './form-end.tsx'
import { PasswordField } from './password-field.tsx'

export function ChangePasswordForm({ account }: { account: OwnAccount }) {
  const queryClient = useQueryClient()
  const entry = useAccountForm({
    blank: { currentPassword: '', newPassword: '' },
    toBody: (values) => values,
    rules: async () => (await loadAccountForms()).changePasswordEndpoint.body,
    send: changePassword,
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: ownSessionsQuery().queryKey })
      toast({ title: 'Password changed', message: 'Your other sessions have been signed out.' })
    },
  })
  return (
    <form className="account-form" ref={entry.form} method="post" noValidate onSubmit={entry.submit} aria-label="Change password">
      {/* A password manager keeps the two together. */}
      <input type="text" name="username" autoComplete="username" value={account.username} readOnly hidden />
      <PasswordField label="Current password" field={entry.field('currentPassword')} />
      <PasswordField label="New password" field={entry.field('newPassword')} chosen={{ own: [account.username, account.email ?? ''] }} />
      <FormEnd form={entry} label="Change password" busyLabel="Changing..." />
    </form>
  )
}
