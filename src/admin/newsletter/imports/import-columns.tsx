/** Assigns the columns of an import file to fields, and sets the default source and date of consent. */
import { PanelSection } from '#admin/panel/side-panel.tsx'
import type { ImportColumns } from '#features/newsletter/imports/import.client.ts'
import { Field, Input, Options, Select } from '#ui/forms/field.tsx'
import * as styles from '#admin/newsletter/issues.module.css'

export interface ImportPlan {
  csvText: string
  columns?: ImportColumns
  source: string
  date: string
}

const COLUMN_FIELDS = [
  ['email', 'Address', ''],
  ['source', 'Source of consent', 'Same for all rows'],
  ['date', 'Date of consent', 'Same for all rows'],
  ['status', 'Status (unsubscribed, bounced …)', 'Not in the file'],
] as const

interface ImportColumnsSectionProps {
  plan: ImportPlan
  /** Cells of the file's first line. */
  headings: string[]
  /** @param runsDryRun whether to repeat the dry run at once; default true */
  onChange: (changes: Partial<ImportPlan>, runsDryRun?: boolean) => void
}

export function ImportColumnsSection({ plan, headings, onChange }: ImportColumnsSectionProps) {
  const mapColumn = (name: keyof ImportColumns, value: string) =>
    plan.columns && onChange({ columns: { ...plan.columns, [name]: value === '' ? null : Number(value) } })
  return (
    <PanelSection title="Columns">
      <div className={styles.importColumns}>
        {COLUMN_FIELDS.map(([name, label, emptyOptionLabel]) => (
          <Field key={name} label={label}>
            {(control) => (
              <Select {...control} value={plan.columns?.[name] ?? ''} onChange={({ target }) => mapColumn(name, target.value)}>
                {emptyOptionLabel && <option value="">{emptyOptionLabel}</option>}
                <Options of={headings.map((heading, index) => [index, heading || `Column ${index + 1}`])} />
              </Select>
            )}
          </Field>
        ))}
        <Field label="Default source of consent">
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
        <Field label="Default date of consent">
          {(control) => <Input {...control} type="date" value={plan.date} onChange={({ target }) => onChange({ date: target.value })} />}
        </Field>
      </div>
    </PanelSection>
  )
}
