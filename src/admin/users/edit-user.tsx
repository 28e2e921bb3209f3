/** The panel in which an administrator puts somebody's names, picture and email right. */
import { useMutation } from '@tanstack/react-query'
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { groupErrorsByField, useDraft } from '#admin/editor/use-draft.ts'
import { useSignedIn } from '#features/accounts/signed-in.client.ts'
import { changeUser, loadUserChange, type AdminUser } from '#features/users/user-admin.client.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { ApiError, serverMessageOf } from '#platform/api.client.ts'
import { Field, Input } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { toast } from '#ui/toast-store.ts'
import { AS_TYPED_PROPS, toUserInput, ShownFields } from './account-fields.tsx'

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

interface EditUserProps {
  user: AdminUser
  onSaved: (user: AdminUser) => void
  onClose: () => void
}

export function EditUser({ user, onSaved, onClose }: EditUserProps) {
  const before = toDraft(user)
  const draft = useDraft<Draft>(before)
  const { values, errors, change, form } = draft
  const isSelf = useSignedIn()?.id === user.id

  const saving = useMutation({
    networkMode: 'always',
    mutationFn: async (typed: Draft) => {
      const checked = (await loadUserChange()).safeParse(toBody(typed, before))
      if (!checked.success) return { wrong: checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) }
      return { changed: await changeUser(user.id, checked.data) }
    },
    onSuccess: ({ wrong, changed }) => {
      if (!changed) return draft.point(groupErrorsByField(wrong))
      toast({ title: 'User updated' })
      onSaved(changed)
    },
    onError: (fault) => {
      const message = serverMessageOf(fault) ?? 'An error occurred while updating the user.'
      toast({ title: 'Failed to update user', message, tone: 'destructive' })
      if (fault instanceof ApiError) draft.point(groupErrorsByField(fault.errors))
    },
  })
  const submit = () => (draft.isChanged ? saving.mutate(values) : onClose())
  const text = toUserInput(values, change)

  return (
    <EditorSheet
      title="Edit User"
      note={`User ID: ${user.id}`}
      isChanged={draft.isChanged}
      busy={saving.isPending}
      saveLabel="Save Changes"
      busyLabel="Saving..."
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      {user.id !== GUEST_ID && (
        <>
          <Field label="Username" required error={errors.username} hint={isSelf ? 'You sign in with it.' : RENAMED}>
            {(control) => <Input {...control} {...text('username')} {...AS_TYPED_PROPS} />}
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
            {(control) => <Input {...control} {...text('email')} {...AS_TYPED_PROPS} type="email" inputMode="email" readOnly={isSelf} />}
          </Field>
        </>
      )}
      <ShownFields text={text} errors={errors} />
    </EditorSheet>
  )
}

const RENAMED = 'Letters, numbers, hyphens and underscores. They sign in with it, and hear of a new one by mail.'
const OWN_EMAIL = (
  <>
    You change your own on <Link to="/account">your account page</Link>, with your password.
  </>
)
