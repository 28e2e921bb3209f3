import type { ReactNode } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { LateNotice } from '#ui/states/late-notice.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { formatReason } from './account-failure.client.ts'

interface FormFooterProps {
  form: { problem: Error | undefined; busy: boolean }
  label: string
  busyLabel: string
  /** Whether the form cannot be submitted yet. */
  disabled?: boolean
  tone?: 'danger'
  children?: ReactNode
}

/** Renders the error message and the submit button of a form. */
export function FormFooter({ form: { problem, busy }, label, busyLabel, disabled, tone, children }: FormFooterProps) {
  const hydrated = useMounted()
  return (
    <>
      {problem && (
        <Notice tone="bad" role="alert">
          {formatReason(problem)}
        </Notice>
      )}
      <noscript>
        <Notice>This form needs JavaScript.</Notice>
      </noscript>
      <div className="actions">
        <Button
          type="submit"
          variant={tone}
          disabled={!hydrated || disabled}
          data-waiting={!hydrated || undefined}
          busy={busy}
          busyLabel={busyLabel}
        >
          {label}
        </Button>
        {children}
        <LateNotice what="This form" />
      </div>
    </>
  )
}
