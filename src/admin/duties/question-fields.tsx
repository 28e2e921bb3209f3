/** Fields for the answers to one question. */
import {
  IMPACTS,
  LIKELIHOODS,
  LINE_MAX,
  riskLevel,
  riskName,
  RISK_LEVELS,
  RISK_NOTE_MAX,
  TEXT_MAX,
  type Question,
  type RiskItem,
} from '#features/duties/duty-question.policy.ts'
import type { Form } from '#platform/client/forms/form.client.ts'
import { entriesOf } from '#platform/client/typed-entries.client.ts'
import { Field, Input, Options, Select, Textarea } from '#ui/forms/field.tsx'
import { Badge } from '#ui/text/badge.tsx'
import * as styles from './duties.module.css'

export type DutyValues = Record<string, string>
type FormPart = Pick<Form<DutyValues>, 'field' | 'values'>

export function QuestionFields({ question, form }: { question: Question; form: FormPart }) {
  if (question.kind === 'risks')
    return Object.entries(question.items).map(([item, texts]) => (
      <RiskFields key={item} question={question.name} item={item} texts={texts} form={form} />
    ))
  const { name, label, hint, isRequired } = question
  const { input, error } = form.field(name)
  return (
    <Field label={label} hint={hint} required={isRequired} error={error}>
      {(control) =>
        question.kind === 'choice' ? (
          <Choice control={control} input={input} options={question.options} />
        ) : question.kind === 'email' ? (
          <Input {...control} {...input} type="email" inputMode="email" autoComplete="off" spellCheck={false} maxLength={LINE_MAX} />
        ) : question.kind === 'line' ? (
          <Input {...control} {...input} maxLength={LINE_MAX} />
        ) : (
          <Textarea {...control} {...input} rows={4} maxLength={TEXT_MAX} />
        )
      }
    </Field>
  )
}

interface ChoiceProps {
  control: object
  input: ReturnType<FormPart['field']>['input']
  options: Readonly<Record<string, string>>
}

const Choice = ({ control, input, options }: ChoiceProps) => (
  <Select {...control} {...input} className={styles.short}>
    <option value="">Choose</option>
    <Options of={Object.entries(options)} />
  </Select>
)

const VARIANTS = { negligible: 'outline', low: 'secondary', medium: 'default', high: 'destructive' } as const

function RiskFields({ question, item, texts, form }: { question: string; item: string; texts: RiskItem; form: FormPart }) {
  const names = { likelihood: riskName(question, item, 'likelihood'), impact: riskName(question, item, 'impact') }
  const level = riskLevel(form.values[names.likelihood], form.values[names.impact])
  const note = form.field(riskName(question, item, 'note'))
  return (
    <fieldset className={styles.risk}>
      <legend>{texts.label}</legend>
      <p className="hint">{texts.hint}</p>
      <div className={styles.pair}>
        {entriesOf({ likelihood: LIKELIHOODS, impact: IMPACTS }).map(([part, options]) => {
          const { input, error } = form.field(names[part])
          return (
            <Field key={part} label={part === 'likelihood' ? 'Likelihood' : 'Impact'} required error={error}>
              {(control) => <Choice control={control} input={input} options={options} />}
            </Field>
          )
        })}
        <p className={styles.level} aria-live="polite">
          {level && <Badge variant={VARIANTS[level]}>{RISK_LEVELS[level]}</Badge>}
        </p>
      </div>
      <Field label="Reasons and evidence" error={note.error}>
        {(control) => <Textarea {...control} {...note.input} rows={2} maxLength={RISK_NOTE_MAX} />}
      </Field>
    </fieldset>
  )
}
