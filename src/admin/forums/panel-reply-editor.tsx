import { FormDraft } from '#features/drafts/form-draft.tsx'
import { useEffect, useEffectEvent } from 'react'
import type { Reply } from '#features/forums/topic.client.ts'
import { WritingField } from '#features/writing/field/writing-field.tsx'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { POST_CONTENT_MAX } from '#features/forums/topic-limits.policy.ts'
import type { Moderation } from './use-moderation.ts'
import * as styles from './forums.module.css'
import * as panelStyles from '#admin/panel/panel.module.css'

interface PanelReplyEditorProps {
  reply: Reply
  moderation: Moderation
  /** Called with whether closing the panel would lose changes; a stored draft counts as saved. */
  onChanged: (isChanged: boolean) => void
  onDone: () => void
}

/** Edits a reply in place of its text. */
export function PanelReplyEditor({ reply, moderation, onChanged, onDone }: PanelReplyEditorProps) {
  const form = useForm({
    start: { content: reply.content },
    toBody: ({ content }) => ({ content: content.trim() }),
    check: ({ content }) => ({ content: content.trim() ? undefined : 'Please enter a reply.' }),
    send: async (body) => {
      const { errors } = await moderation.change([{ kind: 'reply', id: reply.id }], body, 'Reply changed')
      if (errors[0]) throw errors[0]
    },
    onDone,
    // `moderation.change` has already shown the error in a toast.
    onFailed: () => undefined,
  })
  const { props, values, field, focus } = form
  const { input, error } = field('content')
  const wouldLoseChanges = form.isChanged && !form.isDraftStored
  const reportChanged = useEffectEvent(onChanged)
  useEffect(() => reportChanged(wouldLoseChanges), [wouldLoseChanges])
  const focusText = useEffectEvent(() => focus('content'))
  useEffect(() => focusText(), [])
  return (
    <form {...props} className={styles.panelReplyForm}>
      <FormDraft form={form} name="reply-edit" subject={reply.id} />
      <Field label="Reply" error={error}>
        {(control) => <WritingField {...control} {...input} isPost rows={5} maxLength={POST_CONTENT_MAX} />}
      </Field>
      <div className={panelStyles.panelLine}>
        <Button type="submit" size="s" disabled={values.content === reply.content} busy={moderation.busy} busyLabel="Saving...">
          Save
        </Button>
        <Button size="s" variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
