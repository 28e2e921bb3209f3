/** Side panel that shows a reference value: current value, source, last check, uses and history. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FactList, PanelSection, SidePanel } from '#admin/panel/side-panel.tsx'
import { SiteLink } from '#admin/list/site-link.tsx'
import { NATION_NAMES } from '#features/figures/figure-groups.policy.ts'
import { formatReferenceValue, formatReferenceRange } from '#features/figures/texts/figure-format.policy.ts'
import { referenceValuePath } from '#features/figures/texts/figure-text.policy.ts'
import { referenceValueEntryQuery, type FigureDetail, type FigureValue } from '#features/figures/editing/figure-editing.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { Link } from '#ui/router/link.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { ShortDate } from '#ui/text/time.tsx'
import { formatList } from '#wording/lists.ts'
import { formatPeriod } from '#wording/periods.ts'
import { ConfirmReferenceValue } from './check-figure.tsx'
import { ReferenceValueEditor } from './figure-editor.tsx'
import { ReferenceValueUses } from './figure-uses.tsx'
import * as styles from './figures.module.css'

export function ReferenceValuePanel({ id, onClose }: { id: number; onClose: () => void }) {
  const entry = useQuery({ ...referenceValueEntryQuery(id), refetchOnMount: 'always' })
  return (
    <SidePanel title={entry.data?.label ?? 'Reference value'} onClose={onClose}>
      {entry.isPending && <Spinner label="Loading the value" />}
      {entry.isError &&
        (entry.error.status === 404 ? (
          <ErrorState
            title="Reference value not found"
            text="The address may be wrong or out of date."
            level={3}
            action={
              <Link className="btn" to="/admin/figures">
                Back to prices and rules
              </Link>
            }
          />
        ) : (
          <ErrorState
            title="The value could not be loaded"
            text={failureReason(entry.error)}
            level={3}
            action={
              <Button busy={entry.isFetching} onClick={() => void entry.refetch()}>
                Try again
              </Button>
            }
          />
        ))}
      {entry.isSuccess && <Details entry={entry.data} />}
    </SidePanel>
  )
}

function Details({ entry }: { entry: FigureDetail }) {
  const [openForm, setOpenForm] = useState<'edit' | 'check'>()
  const { key, unit, current, awaited, values, uses, checkedBy } = entry
  const currentRow = values.find(({ supersededAt, validFrom }) => supersededAt === null && validFrom === current.validFrom)
  const close = () => setOpenForm(undefined)
  return (
    <>
      {awaited && (
        <Notice tone="warn" title={`No value yet for ${formatPeriod(awaited.validFrom, awaited.validTo)}`}>
          {awaited.note}
        </Notice>
      )}
      <FactList
        facts={{
          Value: current.value === null ? 'Not known yet' : formatReferenceValue(current.value, unit, { isLong: true }),
          Range: current.low !== null && current.high !== null ? formatReferenceRange(current.low, current.high, unit) : null,
          Valid: formatPeriod(current.validFrom, current.validTo),
          'Applies in': formatList(current.nations.map((nation) => NATION_NAMES[nation])),
          Source: <Source value={current} />,
          Confidence: current.certainty === 'C' ? 'C, not confirmed' : current.certainty,
          Checked: (
            <>
              <ShortDate date={current.checkedOn} />
              {checkedBy && ` by ${checkedBy}`}
            </>
          ),
          'Next check': <ShortDate date={current.dueOn} />,
          Note: current.note,
          Key: <code>{`{{${key}}}`}</code>,
        }}
      />
      <p className="actions">
        <Button onClick={() => setOpenForm('edit')}>New value</Button>
        {currentRow && (
          <Button variant="quiet" onClick={() => setOpenForm('check')}>
            Confirm unchanged
          </Button>
        )}
        <SiteLink to={referenceValuePath(key)} label="View" targetName={entry.label} />
      </p>
      <PanelSection title="Used in" aside={String(uses.length)}>
        <ReferenceValueUses uses={uses} />
      </PanelSection>
      <PanelSection title="History" aside="including replaced values">
        <ul className={styles.values}>
          {values.map((value) => (
            <ValueRow key={value.id} value={value} unit={unit} />
          ))}
        </ul>
      </PanelSection>
      {openForm === 'edit' && <ReferenceValueEditor entry={entry} onClose={close} />}
      {openForm === 'check' && currentRow && <ConfirmReferenceValue value={currentRow} label={entry.label} onClose={close} />}
    </>
  )
}

const Source = ({ value: { source } }: { value: Pick<FigureValue, 'source'> }) => (
  <a href={source.url} rel="noopener" target="_blank">
    {source.title}, {source.publisher}
  </a>
)

const ValueRow = ({ value, unit }: { value: FigureValue; unit: string }) => (
  <li data-old={value.supersededAt !== null || undefined}>
    <b>{value.value === null ? 'Not known' : formatReferenceValue(value.value, unit)}</b>
    <span>
      {formatPeriod(value.validFrom, value.validTo)}
      {value.supersededAt !== null && (
        <>
          {' '}
          <Badge variant="outline">
            Replaced <ShortDate date={value.supersededAt} />
          </Badge>
        </>
      )}
      <small>
        <Source value={value} />, checked <ShortDate date={value.checkedOn} />
        {value.checkedBy && ` by ${value.checkedBy}`}
      </small>
    </span>
  </li>
)
