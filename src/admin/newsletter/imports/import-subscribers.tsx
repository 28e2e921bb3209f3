/** Imports subscribers from a CSV file, after a dry run that shows which rows would be skipped. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { SidePanel } from '#admin/panel/side-panel.tsx'
import { importSubscribers, type ImportReport } from '#features/newsletter/imports/import.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { ImportOutcome } from './import-outcome.tsx'
import { ImportColumnsSection, type ImportPlan } from './import-columns.tsx'
import * as styles from '#admin/newsletter/issues.module.css'

export function ImportSubscribers({ onClose }: { onClose: () => void }) {
  const { count } = useWording()
  const [plan, setPlan] = useState<ImportPlan>({ csvText: '', source: '', date: '' })
  const [report, setReport] = useState<ImportReport>()
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: ({ isDryRun, ...input }: ImportPlan & { isDryRun: boolean }) => importSubscribers(toBody(input, isDryRun)),
    onSuccess: async (result, { isDryRun }) => {
      setReport(result)
      setPlan((current) => ({ ...current, columns: result.columns }))
      if (isDryRun) return
      await waitForRefresh()
      toast({ title: `${count(result.added, ADMIN_NOUNS.address)} added` })
      onClose()
    },
  })
  /** Changes the plan and, unless `runsDryRun` is false, repeats the dry run, so that the preview is up to date. */
  const changePlan = (changes: Partial<ImportPlan>, runsDryRun = true) => {
    const newPlan = { ...plan, ...changes }
    setPlan(newPlan)
    if (runsDryRun && newPlan.csvText) mutate({ ...newPlan, isDryRun: true })
  }
  return (
    <SidePanel
      title="Import subscribers"
      description="Upload a CSV file, with or without a header row. Only import people who agreed to receive your newsletter, and whose consent you can prove."
      isChanged={plan.csvText !== ''}
      onClose={onClose}
    >
      <Field label="File" hint="Up to 100,000 rows, separated by commas, semicolons or tabs.">
        {(control) => (
          <input
            {...control}
            className="control"
            type="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            onChange={({ target }) => {
              const file = target.files?.[0]
              void file?.text().then((csvText) => {
                const { columns: _previous, ...planWithoutColumns } = plan
                setPlan({ ...planWithoutColumns, csvText })
                mutate({ ...planWithoutColumns, csvText, isDryRun: true })
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
          {!report.hasHeadings && (
            <Notice tone="info" role="status" title="No header row found">
              The first line contains an email address, so it is imported too. Check the columns below.
            </Notice>
          )}
          <ImportColumnsSection plan={plan} headings={report.headings} onChange={changePlan} />
          <ImportOutcome report={report} />
          <p className={styles.issueActions}>
            <Button
              busy={isPending}
              busyLabel="Importing..."
              disabled={report.added === 0}
              onClick={() => mutate({ ...plan, isDryRun: false })}
            >
              Add {count(report.added, ADMIN_NOUNS.address)}
            </Button>
          </p>
        </>
      )}
    </SidePanel>
  )
}

const toBody = ({ csvText, columns, source, date }: ImportPlan, isDryRun: boolean) => ({
  text: csvText,
  isTrial: isDryRun,
  ...(columns ? { columns } : {}),
  ...(source.trim() ? { source: source.trim() } : {}),
  ...(date ? { date } : {}),
})
