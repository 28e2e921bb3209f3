/** Brings addresses from a file: which column is what, where and when their owners agreed, and what would be skipped, before anything is done. */
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
  const [plan, setPlan] = useState<ImportPlan>({ text: '', source: '', date: '' })
  const [report, setReport] = useState<ImportReport>()
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: ({ isTrial, ...given }: ImportPlan & { isTrial: boolean }) => importSubscribers(toBody(given, isTrial)),
    onSuccess: async (made, { isTrial }) => {
      setReport(made)
      setPlan((now) => ({ ...now, columns: made.columns }))
      if (isTrial) return
      await waitForRefresh()
      toast({ title: `${count(made.added, ADMIN_NOUNS.address)} added` })
      onClose()
    },
  })
  /** Each change is tried at once: what stands below is always what would happen. */
  const change = (part: Partial<ImportPlan>, tries = true) => {
    const next = { ...plan, ...part }
    setPlan(next)
    if (tries && next.text) mutate({ ...next, isTrial: true })
  }
  return (
    <SidePanel
      title="Import addresses"
      description="From a CSV file, with or without column names. Import only addresses whose owners agreed, and where you can show it."
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
          {!report.hasHeadings && (
            <Notice tone="info" role="status" title="The first line was read as data">
              It has an email address and no column names, so it is imported too. Check below which column is what.
            </Notice>
          )}
          <ImportColumnsSection plan={plan} headings={report.headings} onChange={change} />
          <ImportOutcome report={report} />
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

const toBody = ({ text, columns, source, date }: ImportPlan, isTrial: boolean) => ({
  text,
  isTrial,
  ...(columns ? { columns } : {}),
  ...(source.trim() ? { source: source.trim() } : {}),
  ...(date ? { date } : {}),
})
