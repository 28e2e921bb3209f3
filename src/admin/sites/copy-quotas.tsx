/** Shows the quota usage of a launched site, and the form that sets the limits. */
import { useState } from 'react'
import { PanelSection } from '#admin/panel/side-panel.tsx'
import { changeLaunchedSiteQuotas, type Copy } from '#features/deployment/copies/copies.client.ts'
import type { QuotaForm, QuotaUse } from '#features/quotas/quota.client.ts'
import { ApiError, failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, Input } from '#ui/forms/field.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { isInMegabytes, MEGABYTE_BYTES, QUOTA_HINTS, QUOTA_LABELS } from './quota-labels.ts'
import { QuotaList } from './quota-list.tsx'
import * as styles from './quotas.module.css'

interface TenantSiteQuotasProps {
  site: Copy
  quotas: readonly QuotaUse[]
  onChanged: (site: Copy) => void
}

export function TenantSiteQuotas({ site, quotas, onChanged }: TenantSiteQuotasProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <PanelSection title="Usage and limits">
      {site.fullKind && (
        <Notice tone="warn" title="At its limit">
          <p>In the last 24 hours a request was refused or delayed: {QUOTA_LABELS[site.fullKind].toLowerCase()}.</p>
        </Notice>
      )}
      <QuotaList quotas={quotas} />
      {isOpen ? (
        <LimitsForm
          id={site.id}
          quotas={quotas}
          onSaved={(saved) => {
            setOpen(false)
            onChanged(saved)
          }}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <p>
          <Button variant="quiet" onClick={() => setOpen(true)}>
            Change limits
          </Button>
        </p>
      )}
    </PanelSection>
  )
}

type Kind = QuotaUse['kind']
type LimitInputs = Record<Kind, string>
const getUnitSize = (kind: Kind) => (isInMegabytes(kind) ? MEGABYTE_BYTES : 1)
const isNumber = (input: string) => /^\d{1,9}(\.\d{1,6})?$/.test(input.trim())

interface LimitsFormProps {
  id: number
  quotas: readonly QuotaUse[]
  onSaved: (site: Copy) => void
  onCancel: () => void
}

function LimitsForm({ id, quotas, onSaved, onCancel }: LimitsFormProps) {
  const kinds = quotas.map(({ kind }) => kind)
  const startValues = Object.fromEntries(quotas.map(({ kind, limit }) => [kind, String(limit / getUnitSize(kind))])) as LimitInputs
  const { props, field, busy, isChanged } = useForm({
    start: startValues,
    toBody: (inputs): QuotaForm => Object.fromEntries(kinds.map((kind) => [kind, Math.round(Number(inputs[kind]) * getUnitSize(kind))])),
    check: (inputs) =>
      Object.fromEntries(kinds.map((kind) => [kind, isNumber(inputs[kind]) ? undefined : 'Please enter a number'])) as Partial<LimitInputs>,
    send: (body) => changeLaunchedSiteQuotas(id, body),
    onDone: (saved) => {
      toast({ title: 'Limits saved', message: 'They apply from now on.' })
      onSaved(saved)
    },
    onFailed: (error) => {
      const isFieldError = error instanceof ApiError && error.errors.length > 0
      if (!isFieldError) toast({ title: 'Limits not saved', message: failureReason(error), tone: 'destructive' })
    },
  })
  return (
    <form {...props} className={styles.quotaForm} aria-label="Limits">
      {kinds.map((kind) => {
        const { input, error } = field(kind)
        return (
          <Field key={kind} label={QUOTA_LABELS[kind]} hint={QUOTA_HINTS[kind]} error={error}>
            {(control) => <Input {...control} {...input} inputMode="decimal" />}
          </Field>
        )
      })}
      <p className={styles.quotaActions}>
        <Button type="submit" busy={busy} busyLabel="Saving..." disabled={!isChanged}>
          Save limits
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </p>
    </form>
  )
}
