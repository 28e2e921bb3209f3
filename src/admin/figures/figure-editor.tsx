/** Form for a new value with its period and source; previews the affected tools and texts before saving. */
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { NATION_NAMES } from '#features/figures/figure-groups.policy.ts'
import { addReferenceValue, loadNewReferenceValue, type FigureDetail } from '#features/figures/editing/figure-editing.client.ts'
import { REFERENCE_VALUE_NOTE_MAX, SOURCE_TITLE_MAX, SOURCE_URL_MAX } from '#features/figures/figure-limits.policy.ts'
import { NATIONS, type Certainty } from '#features/figures/figures.policy.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { keysOf } from '#platform/client/typed-entries.client.ts'
import { Field, FieldError, Input, Options, Select, Textarea } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { parseNumberInput, toReferenceValueDraft, toNewReferenceValue } from './figure-draft.ts'
import { ReferenceValueEffects } from './figure-effects.tsx'
import * as styles from './figures.module.css'

const CERTAINTIES: Record<Certainty, string> = {
  A: 'A: official, or calculated from an official total',
  B: 'B: from one reliable source',
  C: 'C: not confirmed',
}

export function ReferenceValueEditor({ entry, onClose }: { entry: FigureDetail; onClose: () => void }) {
  const form = useForm({
    start: toReferenceValueDraft(entry),
    toBody: toNewReferenceValue,
    contract: loadNewReferenceValue,
    send: (body) => addReferenceValue(entry.id, body),
    onDone: async () => {
      await waitForRefresh()
      toast({ title: 'Value saved', message: 'Every page that uses it is up to date.' })
      onClose()
    },
    onFailed: (error) => toast({ title: 'Value not saved', message: failureReason(error), tone: 'destructive' }),
  })
  const { errors, values, field, change } = form
  return (
    <EditorSheet
      title={`New value: ${entry.label}`}
      note={`${entry.unit ? `Unit: ${entry.unit}` : 'No unit'}. The previous value stays in the history.`}
      form={form}
      draft={{ name: 'figure', subject: entry.id }}
      saveLabel="Save value"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <div className={styles.trio}>
        <Field label="Value" error={errors.value} hint="Leave blank if not known yet.">
          {(control) => <Input {...control} {...field('value').input} inputMode="decimal" autoComplete="off" />}
        </Field>
        <Field label="Lowest" error={errors.low} hint="If it is a range.">
          {(control) => <Input {...control} {...field('low').input} inputMode="decimal" autoComplete="off" />}
        </Field>
        <Field label="Highest" error={errors.high} hint="If it is a range.">
          {(control) => <Input {...control} {...field('high').input} inputMode="decimal" autoComplete="off" />}
        </Field>
      </div>
      <div className={styles.pair}>
        <Field label="First day" required error={errors.validFrom}>
          {(control) => <Input {...control} {...field('validFrom').input} type="date" />}
        </Field>
        <Field label="Last day" error={errors.validTo} hint="Leave blank if there is no end date.">
          {(control) => <Input {...control} {...field('validTo').input} type="date" />}
        </Field>
      </div>
      <fieldset className={styles.nations} aria-describedby={errors.nations ? 'figure-nations-error' : undefined}>
        <legend>Applies in</legend>
        {NATIONS.map((nation) => (
          <label key={nation}>
            <input
              type="checkbox"
              name="nations"
              checked={values.nations.includes(nation)}
              onChange={({ target }) =>
                change({
                  nations: target.checked
                    ? [...values.nations, nation]
                    : values.nations.filter((selectedNation) => selectedNation !== nation),
                })
              }
            />
            {NATION_NAMES[nation]}
          </label>
        ))}
        {errors.nations && <FieldError id="figure-nations-error">{errors.nations}</FieldError>}
      </fieldset>
      <Field label="Source" required error={errors.sourceTitle} hint="Title of the page or table.">
        {(control) => <Input {...control} {...field('sourceTitle').input} maxLength={SOURCE_TITLE_MAX} />}
      </Field>
      <Field label="Publisher" required error={errors.sourcePublisher}>
        {(control) => <Input {...control} {...field('sourcePublisher').input} maxLength={SOURCE_TITLE_MAX} />}
      </Field>
      <Field label="URL" required error={errors.sourceUrl} hint="The publisher’s own page, starting with https://">
        {(control) => <Input {...control} {...field('sourceUrl').input} inputMode="url" maxLength={SOURCE_URL_MAX} />}
      </Field>
      <div className={styles.pair}>
        <Field label="Checked on" required error={errors.checkedOn}>
          {(control) => <Input {...control} {...field('checkedOn').input} type="date" />}
        </Field>
        <Field label="Check again by" required error={errors.dueOn}>
          {(control) => <Input {...control} {...field('dueOn').input} type="date" />}
        </Field>
      </div>
      <Field label="Confidence" required error={errors.certainty}>
        {(control) => (
          <Select {...control} {...field('certainty').input}>
            <Options of={keysOf(CERTAINTIES).map((certainty) => [certainty, CERTAINTIES[certainty]])} />
          </Select>
        )}
      </Field>
      <Field label="Note" error={errors.note} hint="Why it is unknown or uncertain, and anything else readers should know.">
        {(control) => <Textarea {...control} {...field('note').input} rows={3} maxLength={REFERENCE_VALUE_NOTE_MAX} />}
      </Field>
      <ReferenceValueEffects entry={entry} value={parseNumberInput(values.value)} />
    </EditorSheet>
  )
}
