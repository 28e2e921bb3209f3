/** The dialog in which an administrator makes an account for somebody. */
import { useMutation } from '@tanstack/react-query'
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { groupErrorsByField, useDraft } from '#admin/editor/use-draft.ts'
import { PasswordField } from '#features/accounts/password-field.tsx'
import { createUser, loadNewUser } from '#features/users/user-admin.client.ts'
import { ApiError, serverMessageOf } from '#platform/api.client.ts'
import { Field, Input } from '#ui/field.tsx'
import { toast } from '#ui/toast-store.ts'
import { AS_TYPED_PROPS, toUserInput, ShownFields } from './account-fields.tsx'
import * as styles from '#admin/editor/editor-sheet.module.css'

const BLANK = { username: '', email: '', password: '', displayName: '', avatarUrl: '', isAdmin: false }
type Draft = typeof BLANK

/** Optional fields that were left empty are left out. */
const toBody = ({ displayName, avatarUrl, ...rest }: Draft) => ({
  ...rest,
  ...(displayName.trim() ? { displayName } : {}),
  ...(avatarUrl.trim() ? { avatarUrl } : {}),
})

export function CreateUser({ onClose }: { onClose: () => void }) {
  const draft = useDraft<Draft>(BLANK)
  const { values, errors, change, form } = draft

  const creating = useMutation({
    networkMode: 'always',
    mutationFn: async (typed: Draft) => {
      const checked = (await loadNewUser()).safeParse(toBody(typed))
      if (!checked.success) return { wrong: checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) }
      await createUser(checked.data)
      return { wrong: [] }
    },
    onSuccess: ({ wrong }) => {
      if (wrong.length > 0) return draft.point(groupErrorsByField(wrong))
      toast({ title: 'User created successfully' })
      onClose()
    },
    onError: (fault) => {
      const message = serverMessageOf(fault) ?? 'An error occurred while creating the user.'
      toast({ title: 'Failed to create user', message, tone: 'destructive' })
      if (fault instanceof ApiError) draft.point(groupErrorsByField(fault.errors))
    },
  })
  // The browser speaks first: what is missing, and what is no email address.
  const submit = () => void (form.current?.reportValidity() && creating.mutate(values))
  const text = toUserInput(values, change)

  return (
    <EditorSheet
      title="Create User"
      isChanged={draft.isChanged}
      busy={creating.isPending}
      saveLabel="Create User"
      busyLabel="Creating..."
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Username" required error={errors.username} hint="Letters, numbers, hyphens and underscores.">
        {(control) => <Input {...control} {...text('username')} {...AS_TYPED_PROPS} />}
      </Field>
      <Field label="Email" required error={errors.email}>
        {(control) => <Input {...control} {...text('email')} {...AS_TYPED_PROPS} type="email" inputMode="email" />}
      </Field>
      <PasswordField
        field={{
          input: { name: 'password', value: values.password, onChange: ({ target }) => change({ password: target.value }) },
          error: errors.password,
        }}
        chosen={{ own: [values.username, values.email] }}
      />
      <ShownFields text={text} errors={errors} />
      <label className={styles.editorSwitch}>
        <input type="checkbox" name="isAdmin" checked={values.isAdmin} onChange={({ target }) => change({ isAdmin: target.checked })} />
        Administrator
      </label>
      <p className="hint">Administrators see and change everything in the back-office.</p>
    </EditorSheet>
  )
}
