/** The panel in which an administrator puts somebody's names, picture and email right. */
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { changeUser, loadUserChange, type AdminUser } from '#features/users/user-admin.client.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { serverMessageOf } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Field, Input } from '#ui/forms/field.tsx'
import { Link } from '#ui/router/link.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { VERBATIM_INPUT_PROPS, DisplayFields } from './account-fields.tsx'

const NAMES = ['username', 'email', 'displayName', 'avatarUrl'] as const
type Draft = Record<(typeof NAMES)[number], string>

const toDraft = (user: AdminUser): Draft => ({
  username: user.username,
  email: user.email ?? '',
  displayName: user.displayName ?? '',
  avatarUrl: user.avatarUrl ?? '',
})
/** Only what was changed is sent: another administrator may be changing the rest. */
const toBody = (values: Draft, before: Draft): Partial<Draft> =>
  Object.fromEntries(NAMES.filter((name) => values[name].trim() !== before[name]).map((name) => [name, values[name].trim()]))

interface UserEditorProps {
  user: AdminUser
  onSaved: (user: AdminUser) => void
  onClose: () => void
}

export function UserEditor({ user, onSaved, onClose }: UserEditorProps) {
  const before = toDraft(user)
  const isSelf = useSignedIn()?.id === user.id
  const form = useForm({
    start: before,
    toBody: (values) => toBody(values, before),
    contract: loadUserChange,
    send: async (body) => (Object.keys(body).length > 0 ? await changeUser(user.id, body) : undefined),
    onDone: (changed) => {
      if (!changed) return onClose()
      toast({ title: 'User updated' })
      onSaved(changed)
    },
    onFailed: (fault) => {
      const message = serverMessageOf(fault) ?? 'An error occurred while updating the user.'
      toast({ title: 'Failed to update user', message, tone: 'destructive' })
    },
  })
  const { errors, field } = form

  return (
    <EditorSheet
      title="Edit User"
      note={`User ID: ${user.id}`}
      form={form}
      saveLabel="Save Changes"
      busyLabel="Saving..."
      onClose={onClose}
    >
      {user.id !== GUEST_ID && (
        <>
          <Field label="Username" required error={errors.username} hint={isSelf ? 'You sign in with it.' : RENAMED}>
            {(control) => <Input {...control} {...field('username').input} {...VERBATIM_INPUT_PROPS} />}
          </Field>
          <Field
            label="Email"
            error={errors.email}
            hint={
              isSelf
                ? OWN_EMAIL
                : before.email
                  ? 'The address they had is told of the change.'
                  : 'They can sign in with it, and get their mail there.'
            }
          >
            {(control) => (
              <Input {...control} {...field('email').input} {...VERBATIM_INPUT_PROPS} type="email" inputMode="email" readOnly={isSelf} />
            )}
          </Field>
        </>
      )}
      <DisplayFields field={field} />
    </EditorSheet>
  )
}

const RENAMED = 'Letters, numbers, hyphens and underscores. They sign in with it, and hear of a new one by mail.'
const OWN_EMAIL = (
  <>
    You change your own on <Link to="/account">your account page</Link>, with your password.
  </>
)
