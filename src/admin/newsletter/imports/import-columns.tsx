/** Which column of the file is what, and where and when the owners of its addresses agreed, if the rows do not say. */
import { PanelSection } from '#admin/panel/side-panel.tsx'
import type { ImportColumns } from '#features/newsletter/imports/import.client.ts'
import { Field, Input, Options, Select } from '#ui/forms/field.tsx'
import * as styles from '#admin/newsletter/issues.module.css'

export interface ImportPlan {
  text: string
  columns?: ImportColumns
  source: string
  date: string
}

const COLUMN_FIELDS = [
  ['email', 'Address', ''],
  ['source', 'Where its owner agreed', 'The same for all'],
  ['date', 'When its owner agreed', 'The same for all'],
  ['status', 'Status (unsubscribed, bounced …)', 'The file has none'],
] as const

interface ImportColumnsSectionProps {
  plan: ImportPlan
  /** The first line of the file. */
  headings: string[]
  /** @param tries whether it is tried at once what would happen */
  onChange: (part: Partial<ImportPlan>, tries?: boolean) => void
}

export function ImportColumnsSection({ plan, headings, onChange }: ImportColumnsSectionProps) {
  const choose = (name: keyof ImportColumns, value: string) =>
    plan.columns && onChange({ columns: { ...plan.columns, [name]: value === '' ? null : Number(value) } })
  return (
    <PanelSection title="Columns">
      <div className={styles.importColumns}>
        {COLUMN_FIELDS.map(([name, label, none]) => (
          <Field key={name} label={label}>
            {(control) => (
              <Select {...control} value={plan.columns?.[name] ?? ''} onChange={({ target }) => choose(name, target.value)}>
                {none && <option value="">{none}</option>}
                <Options of={headings.map((heading, at) => [at, heading || `Column ${at + 1}`])} />
              </Select>
            )}
          </Field>
        ))}
        <Field label="Where they agreed, if the row does not say">
          {(control) => (
            <Input
              {...control}
              maxLength={200}
              placeholder="Sign-up sheet at the fair"
              value={plan.source}
              onChange={({ target }) => onChange({ source: target.value }, false)}
              onBlur={() => onChange({})}
            />
          )}
        </Field>
        <Field label="When they agreed, if the row does not say">
          {(control) => <Input {...control} type="date" value={plan.date} onChange={({ target }) => onChange({ date: target.value })} />}
        </Field>
      </div>
    </PanelSection>
  )
}
