/** Page that lists the reference values, most urgent first: missing, expired, due for a check. */
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { ListSearch, ListSelect } from '#admin/list/list-filters.tsx'
import { TableFrame } from '#admin/list/table-frame.tsx'
import { useList } from '#admin/list/use-list.ts'
import { useListUrl } from '#admin/list-url.ts'
import { REFERENCE_VALUE_ATTENTION, type ReferenceValueAttentionName } from '#features/figures/uses/figure-attention.policy.ts'
import { formatReferenceValue } from '#features/figures/texts/figure-format.policy.ts'
import { referenceValueEntriesQuery, type FigureEntry } from '#features/figures/editing/figure-editing.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ShortDate } from '#ui/text/time.tsx'
import { Toolbar } from '#ui/lists/toolbar.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { formatPeriod } from '#wording/periods.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { ReferenceValuePanel } from './figure-panel.tsx'
import { ReferenceValueProblems } from './figure-problems.tsx'
import * as styles from './figures.module.css'

const ENTRIES_PER_PAGE = 25

export default function ReferenceValuesPage() {
  const { count } = useWording()
  const listUrl = useListUrl('attention', 'open')
  const attentionSelect = listUrl.getFilterSelect('attention', REFERENCE_VALUE_ATTENTION)
  const list = useList(
    referenceValueEntriesQuery({ search: listUrl.search, attention: attentionSelect.value, page: listUrl.page, perPage: ENTRIES_PER_PAGE }),
  )
  const openId = Number(listUrl.filters.open) || undefined
  const setOpenId = (id: number | undefined) => listUrl.setParams({ open: id, page: listUrl.page }, true)
  return (
    <>
      <AdminHead title="Prices and rules" caption="The values used in guides and tools. Previous values stay in the history." />
      <ReferenceValueProblems />
      <TableFrame
        list={list}
        listUrl={listUrl}
        perPage={ENTRIES_PER_PAGE}
        pagesLabel="Pages of prices and rules"
        isNarrowed={Boolean(listUrl.search) || attentionSelect.value !== undefined}
        tools={
          <Toolbar caption={list.data && count(list.data.total, ADMIN_NOUNS.figure)}>
            <ListSearch label="Search prices and rules" placeholder="Name or key" searchInput={listUrl.searchInput} />
            <ListSelect label="Status" allLabel="Any status" {...attentionSelect} />
          </Toolbar>
        }
        errorTitle="The prices and rules could not be loaded"
        noMatchTitle="No prices or rules match"
        empty={<EmptyState title="No prices or rules yet" text="Default values are added automatically within a day." />}
        table={{ label: 'Prices and rules', columns: COLUMNS, onOpen: ({ id }) => setOpenId(id) }}
      />
      {openId !== undefined && <ReferenceValuePanel key={openId} id={openId} onClose={() => setOpenId(undefined)} />}
    </>
  )
}

const COLUMNS: DataTableColumn<FigureEntry>[] = [
  {
    key: 'label',
    header: 'Name',
    isTitle: true,
    cell: ({ label, key }) => (
      <>
        {label}
        <small>{key}</small>
      </>
    ),
  },
  {
    key: 'value',
    header: 'Value',
    align: 'right',
    cell: ({ current: { value }, unit }) => (value === null ? '-' : formatReferenceValue(value, unit)),
  },
  { key: 'period', header: 'Valid', className: styles.period, cell: ({ current }) => formatPeriod(current.validFrom, current.validTo) },
  {
    key: 'checked',
    header: 'Checked',
    cell: ({ current, checkedBy }) => (
      <span>
        <ShortDate date={current.checkedOn} />
        {checkedBy && <small className={styles.by}>{checkedBy}</small>}
      </span>
    ),
  },
  { key: 'due', header: 'Next check', align: 'right', cell: ({ current, awaited }) => <ShortDate date={(awaited ?? current).dueOn} /> },
  {
    key: 'attention',
    header: 'Status',
    cell: ({ attention }) => <Badge variant={BADGE_VARIANT_BY_ATTENTION[attention]}>{REFERENCE_VALUE_ATTENTION[attention]}</Badge>,
  },
]

const BADGE_VARIANT_BY_ATTENTION: Record<ReferenceValueAttentionName, 'default' | 'destructive' | 'outline' | 'secondary'> = {
  missing: 'destructive',
  past: 'destructive',
  due: 'default',
  unconfirmed: 'outline',
  fine: 'secondary',
}
