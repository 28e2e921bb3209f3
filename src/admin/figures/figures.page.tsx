/** The register as its editors see it: what is missing, past or due first. */
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
import { FigurePanel } from './figure-panel.tsx'
import { FigureProblems } from './figure-problems.tsx'
import * as styles from './figures.module.css'

const PER_PAGE = 25

export default function FiguresPage() {
  const { count } = useWording()
  const listUrl = useListUrl('attention', 'open')
  const attention = listUrl.choice('attention', REFERENCE_VALUE_ATTENTION)
  const list = useList(
    referenceValueEntriesQuery({ search: listUrl.search, attention: attention.value, page: listUrl.page, perPage: PER_PAGE }),
  )
  const openId = Number(listUrl.filters.open) || undefined
  const open = (id: number | undefined) => listUrl.set({ open: id, page: listUrl.page }, true)
  return (
    <>
      <AdminHead
        title="Prices and rules"
        caption="Every figure that guides and sums lean on. A new value takes the place of the old one, which is kept."
      />
      <FigureProblems />
      <TableFrame
        list={list}
        listUrl={listUrl}
        perPage={PER_PAGE}
        pagesLabel="Pages of figures"
        isNarrowed={Boolean(listUrl.search) || attention.value !== undefined}
        tools={
          <Toolbar caption={list.data && count(list.data.total, ADMIN_NOUNS.figure)}>
            <ListSearch label="Search figures" placeholder="Name or key" typed={listUrl.typed} />
            <ListSelect label="What they want" all="All of them" {...attention} />
          </Toolbar>
        }
        errorTitle="The figures could not be loaded"
        noMatch="No figure matches"
        empty={<EmptyState title="No figures yet" text="The register fills itself with what came with the software." />}
        table={{ label: 'Figures', columns: COLUMNS, onOpen: ({ id }) => open(id) }}
      />
      {openId !== undefined && <FigurePanel key={openId} id={openId} onClose={() => open(undefined)} />}
    </>
  )
}

const COLUMNS: DataTableColumn<FigureEntry>[] = [
  {
    key: 'label',
    header: 'Figure',
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
  { key: 'period', header: 'Holds', className: styles.period, cell: ({ current }) => formatPeriod(current.validFrom, current.validTo) },
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
  { key: 'due', header: 'Due', align: 'right', cell: ({ current, awaited }) => <ShortDate date={(awaited ?? current).dueOn} /> },
  {
    key: 'attention',
    header: 'State',
    cell: ({ attention }) => <Badge variant={LOOKS[attention]}>{REFERENCE_VALUE_ATTENTION[attention]}</Badge>,
  },
]

const LOOKS: Record<ReferenceValueAttentionName, 'default' | 'destructive' | 'outline' | 'secondary'> = {
  missing: 'destructive',
  past: 'destructive',
  due: 'default',
  unconfirmed: 'outline',
  fine: 'secondary',
}
