/** One figure beside the list: what holds, who checked it, what it was, and what depends on it. */
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
import { Spinner } from '#ui/states/spinner.tsx'
import { ShortDate } from '#ui/text/time.tsx'
import { formatList } from '#wording/lists.ts'
import { formatPeriod } from '#wording/periods.ts'
import { CheckFigure } from './check-figure.tsx'
import { FigureEditor } from './figure-editor.tsx'
import { FigureUses } from './figure-uses.tsx'
import * as styles from './figures.module.css'

export function FigurePanel({ id, onClose }: { id: number; onClose: () => void }) {
  const entry = useQuery({ ...referenceValueEntryQuery(id), refetchOnMount: 'always' })
  return (
    <SidePanel title={entry.data?.label ?? 'Figure'} onClose={onClose}>
      {entry.isPending && <Spinner label="Loading the figure" />}
      {entry.isError && <ErrorState title="The figure could not be loaded" text={failureReason(entry.error)} level={3} />}
      {entry.isSuccess && <Panel figure={entry.data} />}
    </SidePanel>
  )
}

function Panel({ figure }: { figure: FigureDetail }) {
  const [asked, ask] = useState<'edit' | 'check'>()
  const { key, unit, current, awaited, values, uses, checkedBy } = figure
  const standing = values.find(({ supersededAt, validFrom }) => supersededAt === null && validFrom === current.validFrom)
  const close = () => ask(undefined)
  return (
    <>
      {awaited && (
        <Notice tone="warn" title={`Nothing is known for ${formatPeriod(awaited.validFrom, awaited.validTo)}`}>
          {awaited.note}
        </Notice>
      )}
      <FactList
        facts={{
          Value: current.value === null ? 'not known yet' : formatReferenceValue(current.value, unit, { isLong: true }),
          Range: current.low !== null && current.high !== null ? formatReferenceRange(current.low, current.high, unit) : null,
          Holds: formatPeriod(current.validFrom, current.validTo),
          'Holds in': formatList(current.nations.map((nation) => NATION_NAMES[nation])),
          Source: <Source value={current} />,
          'How sure': current.certainty === 'C' ? 'C, not confirmed' : current.certainty,
          Checked: (
            <>
              <ShortDate date={current.checkedOn} />
              {checkedBy && `, ${checkedBy}`}
            </>
          ),
          Due: <ShortDate date={current.dueOn} />,
          Note: current.note,
          Key: <code>{`{{${key}}}`}</code>,
        }}
      />
      <p className="actions">
        <Button onClick={() => ask('edit')}>New value</Button>
        {standing && (
          <Button variant="quiet" onClick={() => ask('check')}>
            Checked, unchanged
          </Button>
        )}
        <SiteLink to={referenceValuePath(key)} label="View" of={figure.label} />
      </p>
      <PanelSection title="What depends on it" aside={String(uses.length)}>
        <FigureUses uses={uses} />
      </PanelSection>
      <PanelSection title="All values" aside="also those that were replaced">
        <ul className={styles.values}>
          {values.map((value) => (
            <ValueRow key={value.id} value={value} unit={unit} />
          ))}
        </ul>
      </PanelSection>
      {asked === 'edit' && <FigureEditor figure={figure} onClose={close} />}
      {asked === 'check' && standing && <CheckFigure value={standing} label={figure.label} onClose={close} />}
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
    <b>{value.value === null ? 'not known' : formatReferenceValue(value.value, unit)}</b>
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
