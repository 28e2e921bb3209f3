/** Brings addresses from a file: which column is what, where and when their owners agreed, and what would be skipped, before anything is done. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Facts, PanelSection, SidePanel } from '#admin/panel/side-panel.tsx'
import { importSubscribers, type ImportColumns, type ImportReport } from '#features/newsletter/imports/import.client.ts'
import { failureReason } from '#platform/api.client.ts'
import { whenRefreshed } from '#platform/query-refresh.client.ts'
import { Button } from '#ui/button.tsx'
import { Field, Input, Select } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast-store.ts'
import { useWording } from '#ui/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { SKIP_LABELS } from './import-labels.ts'
import * as styles from './issues.module.css'

interface Plan {
  text: string
  columns?: ImportColumns
  source: string
  date: string
}

export function ImportSubscribers({ onClose }: { onClose: () => void }) {
  const { count, number } = useWording()
  const [plan, setPlan] = useState<Plan>({ text: '', source: '', date: '' })
  const [report, setReport] = useState<ImportReport>()
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: ({ isTrial, ...given }: Plan & { isTrial: boolean }) => importSubscribers(toBody(given, isTrial)),
    onSuccess: async (made, { isTrial }) => {
      setReport(made)
      setPlan((now) => ({ ...now, columns: made.columns }))
      if (isTrial) return
      await whenRefreshed()
      toast({ title: `${count(made.added, ADMIN_NOUNS.address)} added` })
      onClose()
    },
  })
  /** Each change is tried at once: what stands below is always what would happen. */
  const change = (part: Partial<Plan>, tries = true) => {
    const next = { ...plan, ...part }
    setPlan(next)
    if (tries && next.text) mutate({ ...next, isTrial: true })
  }
  const choose = (name: keyof ImportColumns, value: string) =>
    plan.columns && change({ columns: { ...plan.columns, [name]: value === '' ? null : Number(value) } })
  return (
    <SidePanel
      title="Import addresses"
      description="From a CSV file whose first line names the columns. Only addresses whose owners agreed, and of whom that can be shown."
      isChanged={plan.text !== ''}
      onClose={onClose}
    >
      <Field label="File" hint="Up to 100,000 rows, with commas, semicolons or tabs.">
        {(control) => (
          <input
            {...control}
            className="control"
            type="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            onChange={({ target }) => {
              const file = target.files?.[0]
              void file?.text().then((text) => {
                const { columns: _before, ...rest } = plan
                setPlan({ ...rest, text })
                mutate({ ...rest, text, isTrial: true })
              })
            }}
          />
        )}
      </Field>
      {error && (
        <Notice tone="bad" role="alert" title="The file could not be read">
          {failureReason(error)}
        </Notice>
      )}
      {report && plan.columns && (
        <>
          <PanelSection title="Columns">
            <div className={styles.importColumns}>
              {COLUMN_FIELDS.map(([name, label, none]) => (
                <Field key={name} label={label}>
                  {(control) => (
                    <Select {...control} value={plan.columns?.[name] ?? ''} onChange={({ target }) => choose(name, target.value)}>
                      {none && <option value="">{none}</option>}
                      {report.headings.map((heading, at) => (
                        <option key={at} value={at}>
                          {heading || `Column ${at + 1}`}
                        </option>
                      ))}
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
                    onChange={({ target }) => change({ source: target.value }, false)}
                    onBlur={() => change({})}
                  />
                )}
              </Field>
              <Field label="When they agreed, if the row does not say">
                {(control) => (
                  <Input {...control} type="date" value={plan.date} onChange={({ target }) => change({ date: target.value })} />
                )}
              </Field>
            </div>
          </PanelSection>
          <PanelSection title="What would happen">
            <div aria-live="polite">
              <Facts
                facts={{
                  'Rows in the file': number(report.rows),
                  'To be added': number(report.added),
                  ...Object.fromEntries(report.skipped.map(({ reason, count: n }) => [SKIP_LABELS[reason], `${number(n)} skipped`])),
                }}
              />
            </div>
            {report.examples.length > 0 && (
              <details className={styles.importSkipped}>
                <summary>Rows that are skipped</summary>
                <ul>
                  {report.examples.map(({ line, email, reason }) => (
                    <li key={line}>
                      Line {number(line)}: {email || 'no address'}. {SKIP_LABELS[reason]}
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </PanelSection>
          <p className={styles.issueActions}>
            <Button
              busy={isPending}
              busyLabel="Working..."
              disabled={report.added === 0}
              onClick={() => mutate({ ...plan, isTrial: false })}
            >
              Add {count(report.added, ADMIN_NOUNS.address)}
            </Button>
          </p>
        </>
      )}
    </SidePanel>
  )
}

const COLUMN_FIELDS = [
  ['email', 'Address', ''],
  ['source', 'Where its owner agreed', 'The same for all'],
  ['date', 'When its owner agreed', 'The same for all'],
] as const

const toBody = ({ text, columns, source, date }: Plan, isTrial: boolean) => ({
  text,
  isTrial,
  ...(columns ? { columns } : {}),
  ...(source.trim() ? { source: source.trim() } : {}),
  ...(date ? { date } : {}),
})
