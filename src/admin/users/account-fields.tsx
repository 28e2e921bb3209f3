/** What the panel that makes an account and the one that puts it right have in common. */
import type { DraftErrors } from '#admin/editor/use-draft.ts'
import { Field, Input } from '#ui/field.tsx'

/** For names and addresses: the browser puts nothing right and fills nothing in. */
export const AS_TYPED_PROPS = { autoComplete: 'off', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

type Name = 'username' | 'email' | 'displayName' | 'avatarUrl'

/** How an input of that name shows and changes the draft. */
export const toUserInput = (values: Record<Name, string>, change: (part: { [one in Name]?: string }) => void) => (name: Name) => ({
  name,
  value: values[name],
  onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
})

interface ShownFieldsProps {
  text: ReturnType<typeof toUserInput>
  errors: DraftErrors<Record<Name, string>>
}

/** How somebody is shown: name and picture. */
export const ShownFields = ({ text, errors }: ShownFieldsProps) => (
  <>
    <Field label="Display name" error={errors.displayName} hint="How they appear beside what they post. Without one it is the username.">
      {(control) => <Input {...control} {...text('displayName')} autoComplete="off" />}
    </Field>
    <Field label="Avatar URL" error={errors.avatarUrl} hint="The address of a picture. Without one they get their initials.">
      {(control) => <Input {...control} {...text('avatarUrl')} {...AS_TYPED_PROPS} inputMode="url" />}
    </Field>
  </>
)
