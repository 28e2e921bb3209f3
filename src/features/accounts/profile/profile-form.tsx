import { FormDraft } from '#features/drafts/form-draft.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from '#platform/client/forms/form.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { accountQuery, changeAccount, loadAccountForms, type AccountForm, type OwnAccount } from '#features/accounts/account.client.ts'
import { AccountField, EmailField } from '#features/accounts/account-field.tsx'
import { FormFooter } from '#features/accounts/form-footer.tsx'
import { PasswordField } from '#features/accounts/passwords/password-field.tsx'
import * as styles from '#features/accounts/account-form.module.css'
import { AvatarForm } from './avatars/avatar-form.tsx'
import { showEmail } from '#platform/text/shown-email.client.ts'

const toFormValues = ({ displayName, email, unconfirmedEmail }: OwnAccount) => ({
  displayName: displayName ?? '',
  email: showEmail(unconfirmedEmail ?? email ?? ''),
  password: '',
})

/** Renders the form for the public profile and the private email. */
export function ProfileForm({ account }: { account: OwnAccount }) {
  const queryClient = useQueryClient()
  const initialValues = toFormValues(account)
  const form = useForm({
    start: initialValues,
    toBody: (values): AccountForm => {
      const changedFields = (['displayName', 'email'] as const).filter((name) => values[name].trim() !== initialValues[name])
      return {
        ...Object.fromEntries(changedFields.map((name) => [name, values[name].trim()])),
        ...(changedFields.includes('email') ? { password: values.password } : {}),
      }
    },
    contract: async () => (await loadAccountForms()).AccountForm,
    send: changeAccount,
    onDone: (savedAccount) => {
      queryClient.setQueryData(accountQuery().queryKey, savedAccount)
      const needsConfirmation = savedAccount.unconfirmedEmail !== null && savedAccount.unconfirmedEmail !== account.unconfirmedEmail
      toast({
        title: 'Profile saved',
        message: needsConfirmation
          ? `We have sent an email to ${showEmail(savedAccount.unconfirmedEmail ?? '')}. Follow its link to confirm the address.`
          : 'Others can see the changes now.',
      })
    },
  })
  const { values } = form
  const hasNewEmail = values.email.trim() !== initialValues.email
  const isChanged = hasNewEmail || values.displayName.trim() !== initialValues.displayName
  return (
    <>
      <AvatarForm account={account} />
      <form {...form.props} className={styles.accountForm} aria-label="Profile">
        <FormDraft form={form} name="profile" />
        <AccountField
          optional
          label="Display name"
          hint={`Shown next to your posts. Leave blank to use your username, ${account.username}.`}
          field={form.field('displayName')}
          autoComplete="name"
        />
        <EmailField hint="Only you and the administrators can see it." field={form.field('email')} />
        {hasNewEmail && <PasswordField label="Your password, for the new email" field={form.field('password')} />}
        <FormFooter form={form} label="Save profile" busyLabel="Saving..." disabled={!isChanged} />
      </form>
    </>
  )
}
