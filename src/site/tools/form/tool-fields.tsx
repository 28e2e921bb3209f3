/** Fields of a tool with their defaults and errors. The inputs are uncontrolled, so that the form also works without JavaScript. */
import { useId } from 'react'
import type { FormField } from '#features/tools/tool.client.ts'
import { Field, FieldError, Input, Options, Select } from '#ui/forms/field.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import type { Wording } from '#wording/wording.ts'
import { InputLabel } from './input-label.tsx'
import { QuestionField } from './question-field.tsx'
import { RowFields } from './row-fields.tsx'
import * as styles from './tool-form.module.css'

export function ToolField({ field }: { field: FormField }) {
  const { kind } = field
  if (kind === 'slopes' || kind === 'elements' || kind === 'rooms') {
    const { name, label, text, max, error } = field
    return <RowFields kind={kind} name={name} label={label} text={text} maxRows={max ?? Infinity} error={error} />
  }
  if (kind === 'choices') return <CheckboxGroup field={field} />
  if (field.picture !== null && kind === 'choice') return <QuestionField field={field} />
  if (field.choices.length > 0 || kind === 'flag') return <SelectField field={field} />
  return <TextField field={field} />
}

/** Returns the help text of a field, with the default that applies if the field is empty. */
function getHint({ help, ours, isOptional, whose, unit }: FormField, { fullDate, number }: Wording): string | undefined {
  if (!ours || ours.key === null) return help ?? (isOptional && !ours && whose !== 'reader' ? 'Optional.' : undefined)
  const until = ours.validTo === null ? '' : `${ours.isExpired ? ', which expired on' : ', valid until'} ${fullDate(ours.validTo)}`
  const defaultValue = `${number(Number(ours.text), 5)}${unit === 'share' ? '%' : ` ${unit}`}`.trim()
  // Defaults for consumption are averages; those for prices and efficiencies are not.
  const defaultName = ours.key.startsWith('use.') ? 'the average' : 'our default'
  return `${help ? `${help} ` : ''}Leave blank to use ${defaultName}, ${defaultValue}${until}.`
}

/** Date inputs display only ISO dates. Any other text of a URL is shown in a text input. */
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/

function TextField({ field }: { field: FormField }) {
  const { name, label, unit, kind, text, ours, error } = field
  const wording = useWording()
  const isNumber = kind === 'number' || kind === 'whole'
  return (
    <Field label={<InputLabel label={label} unit={unit} />} hint={getHint(field, wording)} error={error}>
      {(control) => (
        <Input
          {...control}
          name={name}
          defaultValue={text}
          placeholder={ours?.text}
          autoComplete={kind === 'postcode' ? 'postal-code' : 'off'}
          className={isNumber ? 'num' : undefined}
          {...(isNumber ? { inputMode: 'decimal' as const } : {})}
          {...(kind === 'date' && (text === '' || ISO_DATE.test(text)) ? { type: 'date' } : {})}
        />
      )}
    </Field>
  )
}

const YES_NO = [
  { value: '1', label: 'Yes' },
  { value: '0', label: 'No' },
]

function SelectField({ field: { name, label, unit, kind, choices, text, ours, help, error } }: { field: FormField }) {
  const options = kind === 'flag' ? YES_NO : choices
  return (
    <Field label={<InputLabel label={label} unit={unit} />} hint={help} error={error}>
      {(control) => (
        <Select {...control} name={name} defaultValue={text}>
          {/* The default may depend on other inputs and may be no option of the list, so it gets a separate option. */}
          {!options.some(({ value }) => value === text) && <option value={text}>{text === '' ? getDefaultLabel(ours) : text}</option>}
          <Options of={options.map(({ value, label: optionLabel }) => [value, optionLabel])} />
        </Select>
      )}
    </Field>
  )
}

const getDefaultLabel = (ours: FormField['ours']) => (ours ? `Default: ${ours.text}` : 'Please choose')

function CheckboxGroup({ field: { name, label, choices, text, help, error } }: { field: FormField }) {
  const id = useId()
  const checkedValues = text.split(',')
  return (
    <fieldset className={styles.boxes} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      {help && <p className="hint">{help}</p>}
      <div>
        {choices.map(({ value, label: optionLabel }) => (
          <label key={value} className={styles.box}>
            <input type="checkbox" name={name} value={value} defaultChecked={checkedValues.includes(value)} />
            {optionLabel}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
