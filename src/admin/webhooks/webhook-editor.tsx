/** Sheet that adds or edits a webhook. */
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { changeWebhook, createWebhook, loadNewWebhook, type NewWebhook, type Webhook } from '#features/webhooks/webhook.client.ts'
import { WEBHOOK_DESCRIPTION_MAX, WEBHOOK_URL_MAX } from '#features/webhooks/webhook-limits.policy.ts'
import { EVENT_SUBJECT_LABELS, EVENTS_BY_SUBJECT, WEBHOOK_EVENTS, type WebhookEvent } from '#features/webhooks/webhook-events.policy.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { entriesOf } from '#platform/client/typed-entries.client.ts'
import { Field, FieldError, Input } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import * as styles from './webhooks.module.css'

interface WebhookEditorProps {
  /** Webhook to edit; without one, the editor adds a webhook. */
  webhook?: Webhook
  /** @param saved id of the webhook and, if it is new, its secret; otherwise `secret` is empty */
  onSaved: (saved: { id: number; secret: string }) => void
  onClose: () => void
}

const EMPTY_WEBHOOK: NewWebhook = { url: '', description: '', events: [] }

export function WebhookEditor({ webhook, onSaved, onClose }: WebhookEditorProps) {
  const startValues = webhook ? { url: webhook.url, description: webhook.description, events: webhook.events } : EMPTY_WEBHOOK
  const form = useForm({
    start: startValues,
    toBody: (values) => values,
    contract: loadNewWebhook,
    send: async (body) => (webhook ? { ...(await changeWebhook(webhook.id, body)), secret: '' } : createWebhook(body)),
    onDone: async (saved) => {
      await waitForRefresh()
      toast({ title: webhook ? 'Webhook saved' : 'Webhook added' })
      onSaved(saved)
    },
    onFailed: (error) => toast({ title: 'Webhook not saved', message: failureReason(error), tone: 'destructive' }),
  })
  const { values, errors, field, change } = form
  const selectEvents = (events: readonly WebhookEvent[], isSelected: boolean) =>
    change({ events: isSelected ? [...new Set([...values.events, ...events])] : values.events.filter((event) => !events.includes(event)) })

  return (
    <EditorSheet
      title={webhook ? 'Edit webhook' : 'Add a webhook'}
      form={form}
      saveLabel={webhook ? 'Save' : 'Add'}
      busyLabel="Saving..."
      onClose={onClose}
    >
      <Field label="URL" required error={errors.url} hint="We send POST requests over HTTPS and do not follow redirects.">
        {(control) => (
          <Input
            {...control}
            {...field('url').input}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://example.org/hooks/net-zero"
            maxLength={WEBHOOK_URL_MAX}
          />
        )}
      </Field>
      <Field label="Description" error={errors.description} hint="Shown in the list of webhooks.">
        {(control) => <Input {...control} {...field('description').input} maxLength={WEBHOOK_DESCRIPTION_MAX} />}
      </Field>
      <fieldset className={styles.webhookChoice} aria-describedby={errors.events ? 'webhook-events-error' : undefined}>
        <legend>Events</legend>
        {errors.events && <FieldError id="webhook-events-error">{errors.events}</FieldError>}
        {entriesOf(EVENTS_BY_SUBJECT).map(([subject, events]) => {
          const label = EVENT_SUBJECT_LABELS[subject]
          const isAll = events.every((event) => values.events.includes(event))
          return (
            <div key={subject} role="group" aria-label={label} className={styles.webhookSubject}>
              <label className={styles.webhookAll}>
                <input
                  type="checkbox"
                  name="events"
                  checked={isAll}
                  ref={(checkbox) => {
                    if (checkbox) checkbox.indeterminate = !isAll && events.some((event) => values.events.includes(event))
                  }}
                  onChange={({ target }) => selectEvents(events, target.checked)}
                />
                {label}
              </label>
              {events.map((event) => (
                <label key={event}>
                  <input
                    type="checkbox"
                    checked={values.events.includes(event)}
                    onChange={({ target }) => selectEvents([event], target.checked)}
                  />
                  {event}
                  <small>{WEBHOOK_EVENTS[event]}</small>
                </label>
              ))}
            </div>
          )
        })}
      </fieldset>
    </EditorSheet>
  )
}
