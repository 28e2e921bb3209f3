/** The fields of a tool: what is typed, what is ours, and what is wrong with it. The browser keeps what is typed, so that all of it also works without a script. */
import { useId } from 'react'
import type { FormField } from '#features/tools/tool.client.ts'
import { Field, FieldError, Input, Options, Select } from '#ui/forms/field.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import type { Wording } from '#wording/wording.ts'
import { RowFields } from './row-fields.tsx'
import * as styles from './tool-form.module.css'

export function ToolField({ field }: { field: FormField }) {
  const { kind } = field
  if (kind === 'slopes' || kind === 'elements' || kind === 'rooms') return <RowFields field={field} kind={kind} />
  if (kind === 'choices') return <Boxes field={field} />
  if (field.choices.length > 0 || kind === 'flag') return <Choice field={field} />
  return <Typed field={field} />
}

/** What counts while a field is empty. */
function hintOf({ help, ours, isOptional, whose, unit }: FormField, { fullDate, number }: Wording): string | undefined {
  if (!ours || ours.key === null) return help ?? (isOptional && !ours && whose !== 'reader' ? 'May stay empty.' : undefined)
  const until = ours.validTo === null ? '' : `, ${ours.isExpired ? 'which held until' : 'until'} ${fullDate(ours.validTo)}`
  const figure = `${number(Number(ours.text), 5)} ${unit === 'share' ? '' : unit}`.trim()
  return `${help ? `${help} ` : ''}Left empty: our ${figure}${until}.`
}

function Typed({ field }: { field: FormField }) {
  const { name, label, unit, kind, text, ours, error } = field
  const wording = useWording()
  const isNumber = kind === 'number' || kind === 'whole'
  return (
    <Field label={<InputLabel label={label} unit={unit} />} hint={hintOf(field, wording)} error={error}>
      {(control) => (
        <Input
          {...control}
          name={name}
          defaultValue={text}
          placeholder={ours?.text}
          autoComplete={kind === 'postcode' ? 'postal-code' : 'off'}
          className={isNumber ? 'num' : undefined}
          {...(isNumber ? { inputMode: 'decimal' as const } : {})}
          {...(kind === 'date' ? { type: 'date' } : {})}
        />
      )}
    </Field>
  )
}

const YES_NO = [
  { value: '1', label: 'Yes' },
  { value: '0', label: 'No' },
]

function Choice({ field: { name, label, unit, kind, choices, text, ours, help, error } }: { field: FormField }) {
  const options = kind === 'flag' ? YES_NO : choices
  return (
    <Field label={<InputLabel label={label} unit={unit} />} hint={help} error={error}>
      {(control) => (
        <Select {...control} name={name} defaultValue={text}>
          {/* What is ours moves with the other inputs, or the reader has still to choose. */}
          {!options.some(({ value }) => value === text) && <option value={text}>{text === '' ? usualOf(ours) : text}</option>}
          <Options of={options.map(({ value, label: words }) => [value, words])} />
        </Select>
      )}
    </Field>
  )
}

const usualOf = (ours: FormField['ours']) => (ours ? `As usual: ${ours.text}` : 'Please choose')

function Boxes({ field: { name, label, choices, text, help, error } }: { field: FormField }) {
  const id = useId()
  const ticked = text.split(',')
  return (
    <fieldset className={styles.boxes} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      {help && <p className="hint">{help}</p>}
      <div>
        {choices.map(({ value, label: words }) => (
          <label key={value} className={styles.box}>
            <input type="checkbox" name={name} value={value} defaultChecked={ticked.includes(value)} />
            {words}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

export function InputLabel({ label, unit }: { label: string; unit: string }) {
  const { symbol } = useWording()
  const words = unit === 'share' ? '0 to 1' : unit.replace('£', symbol)
  return (
    <>
      {label}
      {words && <span className={styles.unit}>{` ${words}`}</span>}
    </>
  )
}
