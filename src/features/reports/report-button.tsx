/** Button that opens the report dialog. The dialog is loaded on first use. */
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { REPORT_KINDS, type ReportKind } from './report-reason.policy.ts'

const ReportDialog = lazy(() => import('./report-dialog.tsx'))

interface ReportButtonProps {
  kind: ReportKind
  id: number
  /** Names the subject for screen readers: `by Ada`. */
  of?: string | undefined
  className?: string | undefined
}

export function ReportButton({ kind, id, of, className }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" size="s" className={className} onClick={() => setOpen(true)}>
        <Icon name="flag" />
        Report
        <span className="visuallyHidden">
          {` the ${REPORT_KINDS[kind].toLowerCase()} `}
          <bdi>{of}</bdi>
        </span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReportDialog kind={kind} id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
