/** Everything that waits for a decision, overdue items first, with filters and shortcuts. */
import { useRef, type RefObject } from 'react'
import { ListFrame } from '#admin/list/list-frame.tsx'
import { ListSelect, parseChoice } from '#admin/list/list-filters.tsx'
import { useList } from '#admin/list/use-list.ts'
import type { useListUrl } from '#admin/list-url.ts'
import { CLAIM_FILTERS, QUEUE_ITEMS, type QueueItemType } from '#features/reports/report-reason.policy.ts'
import { reportsQuery, type ReportCase } from '#features/reports/report.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Toolbar } from '#ui/lists/toolbar.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { AppealItem } from './appeal-item.tsx'
import { CaseItem } from './case-item.tsx'
import { QUEUE_KEYS, queueShortcuts, useQueueKeys } from './queue-keys.ts'
import { WaitingItem } from './waiting-item.tsx'
import * as styles from './reports.module.css'

const PER_PAGE = 20
const keyOf = ({ item, id }: ReportCase): string => `${item} ${id}`

interface QueueListProps {
  listUrl: ReturnType<typeof useListUrl<'tab' | 'item' | 'claim'>>
  /** Leaves out items of other types. */
  only?: QueueItemType
}

export function QueueList({ listUrl, only }: QueueListProps) {
  const container = useRef<HTMLDivElement>(null)
  const { count } = useWording()
  const item = parseChoice(QUEUE_ITEMS, listUrl.filters.item)
  const claim = parseChoice(CLAIM_FILTERS, listUrl.filters.claim)
  const isNarrowed = (item !== undefined && !only) || claim !== undefined
  const list = useList(reportsQuery({ page: listUrl.page, perPage: PER_PAGE, item: only ?? item, claim }))
  // A decision removes the item with the focused button. The next item gets the focus.
  const focusAfter = (decided: ReportCase) => {
    const items = list.data?.items ?? []
    const index = items.findIndex((candidate) => keyOf(candidate) === keyOf(decided))
    const next = items[index + 1] ?? items[index - 1]
    const element = next && container.current?.querySelector<HTMLElement>(`[data-item="${keyOf(next)}"]`)
    ;(element ?? container.current)?.focus({ preventScroll: element === undefined })
  }
  return (
    <div ref={container} tabIndex={-1} className={styles.queue}>
      <ListFrame
        list={list}
        listUrl={listUrl}
        isNarrowed={isNarrowed}
        onClear={() => listUrl.setParams({ item: undefined, claim: undefined })}
        perPage={PER_PAGE}
        pagesLabel="Pages of the moderation queue"
        tools={
          <Toolbar caption={list.data && count(list.data.total, ADMIN_NOUNS.queueItem)}>
            {!only && <ListSelect label="Type" allLabel="All types" {...listUrl.getFilterSelect('item', QUEUE_ITEMS)} />}
            <ListSelect label="Claim" allLabel="Claimed or not" {...listUrl.getFilterSelect('claim', CLAIM_FILTERS)} />
          </Toolbar>
        }
        errorTitle="The moderation queue could not be loaded"
        empty={
          <EmptyState
            title="Nothing waits for a decision"
            text="Reports, appeals, posts and reviews to approve, and proofs of purchase appear here."
          />
        }
      >
        {({ items }) => <QueueItems items={items} isBusy={list.isPlaceholderData} onDecided={focusAfter} />}
      </ListFrame>
    </div>
  )
}

interface QueueItemsProps {
  items: readonly ReportCase[]
  isBusy: boolean
  onDecided: (decided: ReportCase) => void
}

function QueueItems({ items, isBusy, onDecided }: QueueItemsProps) {
  const list = useRef<HTMLUListElement>(null)
  const legend = useRef<HTMLDivElement>(null)
  const isOn = queueShortcuts.useValue()
  useQueueKeys(list, legend, isOn)
  return (
    <>
      <ShortcutLegend ref={legend} isOn={isOn} />
      <ul ref={list} tabIndex={-1} className={styles.list} aria-label="Moderation queue" aria-busy={isBusy || undefined}>
        {items.map((queued) => (
          <li key={keyOf(queued)} tabIndex={-1} data-item={keyOf(queued)}>
            <QueueItem item={queued} onDecided={() => onDecided(queued)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function QueueItem({ item, onDecided }: { item: ReportCase; onDecided: () => void }) {
  if (item.item === 'report') return <CaseItem reportCase={item} onDecided={onDecided} />
  if (item.appeal) return <AppealItem item={item} appeal={item.appeal} onDecided={onDecided} />
  return <WaitingItem item={item} onDecided={onDecided} />
}

function ShortcutLegend({ ref, isOn }: { ref: RefObject<HTMLDivElement | null>; isOn: boolean }) {
  return (
    <div ref={ref} className={styles.keys}>
      {isOn ? (
        <dl aria-label="Keyboard shortcuts">
          {QUEUE_KEYS.map(({ keys, label }) => (
            <div key={label}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <span>Keyboard shortcuts are off.</span>
      )}
      <Button variant="quiet" size="s" onClick={() => queueShortcuts.write(!isOn)}>
        {isOn ? 'Turn off shortcuts' : 'Turn on shortcuts'}
      </Button>
    </div>
  )
}
