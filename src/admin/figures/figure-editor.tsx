/** A new value for a figure, with its period and its source; what depends on it stands below before it is saved. */
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
import { parseFigureNumber, toFigureDraft, toNewFigureValue } from './figure-draft.ts'
import { FigureEffects } from './figure-effects.tsx'
import * as styles from './figures.module.css'

const CERTAINTIES: Record<Certainty, string> = {
  A: 'A: official, or reckoned again from an official total',
  B: 'B: from one good source',
  C: 'C: not confirmed',
}

export function FigureEditor({ figure, onClose }: { figure: FigureDetail; onClose: () => void }) {
  const form = useForm({
    start: toFigureDraft(figure),
    toBody: toNewFigureValue,
    contract: loadNewReferenceValue,
    send: (body) => addReferenceValue(figure.id, body),
    onDone: async () => {
      await waitForRefresh()
      toast({ title: 'Figure saved', message: 'Every page that names it says so from now on.' })
      onClose()
    },
    onFailed: (fault) => toast({ title: 'Figure not saved', message: failureReason(fault), tone: 'destructive' }),
  })
  const { errors, values, field, change } = form
  return (
    <EditorSheet
      title={`New value: ${figure.label}`}
      note={`In ${figure.unit || 'no unit'}. What it takes the place of is kept.`}
      form={form}
      draft={{ name: 'figure', subject: figure.id }}
      saveLabel="Save the value"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <div className={styles.trio}>
        <Field label="Value" error={errors.value} hint="Empty: not known yet.">
          {(control) => <Input {...control} {...field('value').input} inputMode="decimal" autoComplete="off" />}
        </Field>
        <Field label="Lowest" error={errors.low} hint="Of a range.">
          {(control) => <Input {...control} {...field('low').input} inputMode="decimal" autoComplete="off" />}
        </Field>
        <Field label="Highest" error={errors.high} hint="Of a range.">
          {(control) => <Input {...control} {...field('high').input} inputMode="decimal" autoComplete="off" />}
        </Field>
      </div>
      <div className={styles.pair}>
        <Field label="First day" required error={errors.validFrom}>
          {(control) => <Input {...control} {...field('validFrom').input} type="date" />}
        </Field>
        <Field label="Last day" error={errors.validTo} hint="Empty: no end is known.">
          {(control) => <Input {...control} {...field('validTo').input} type="date" />}
        </Field>
      </div>
      <fieldset className={styles.nations} aria-describedby={errors.nations ? 'figure-nations-error' : undefined}>
        <legend>Holds in</legend>
        {NATIONS.map((nation) => (
          <label key={nation}>
            <input
              type="checkbox"
              name="nations"
              checked={values.nations.includes(nation)}
              onChange={({ target }) =>
                change({ nations: target.checked ? [...values.nations, nation] : values.nations.filter((one) => one !== nation) })
              }
            />
            {NATION_NAMES[nation]}
          </label>
        ))}
        {errors.nations && <FieldError id="figure-nations-error">{errors.nations}</FieldError>}
      </fieldset>
      <Field label="Source" required error={errors.sourceTitle} hint="What the page or table is called.">
        {(control) => <Input {...control} {...field('sourceTitle').input} maxLength={SOURCE_TITLE_MAX} />}
      </Field>
      <Field label="Publisher" required error={errors.sourcePublisher}>
        {(control) => <Input {...control} {...field('sourcePublisher').input} maxLength={SOURCE_TITLE_MAX} />}
      </Field>
      <Field label="Address" required error={errors.sourceUrl} hint="The publisher’s own page, with https://">
        {(control) => <Input {...control} {...field('sourceUrl').input} inputMode="url" maxLength={SOURCE_URL_MAX} />}
      </Field>
      <div className={styles.pair}>
        <Field label="Looked at on" required error={errors.checkedOn}>
          {(control) => <Input {...control} {...field('checkedOn').input} type="date" />}
        </Field>
        <Field label="To be looked at again by" required error={errors.dueOn}>
          {(control) => <Input {...control} {...field('dueOn').input} type="date" />}
        </Field>
      </div>
      <Field label="How sure" required error={errors.certainty}>
        {(control) => (
          <Select {...control} {...field('certainty').input}>
            <Options of={keysOf(CERTAINTIES).map((certainty) => [certainty, CERTAINTIES[certainty]])} />
          </Select>
        )}
      </Field>
      <Field label="Note" error={errors.note} hint="Why it is not known or not certain, and whatever else a reader should know.">
        {(control) => <Textarea {...control} {...field('note').input} rows={3} maxLength={REFERENCE_VALUE_NOTE_MAX} />}
      </Field>
      <FigureEffects figure={figure} value={parseFigureNumber(values.value)} />
    </EditorSheet>
  )
}
