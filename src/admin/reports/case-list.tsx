/** Open cases by target time, or decided ones. With the focus in the list, J and K move between cases, C claims and D decides. */
import { useRef, type KeyboardEvent } from 'react'
import { ListFrame } from '#admin/list/list-frame.tsx'
import { useList } from '#admin/list/use-list.ts'
import type { useListUrl } from '#admin/list-url.ts'
import { reportsQuery } from '#features/reports/report.client.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { CaseItem } from './case-item.tsx'
import * as styles from './reports.module.css'

const PER_PAGE = 20

interface CaseListProps {
  listUrl: ReturnType<typeof useListUrl<'tab'>>
  status: 'open' | 'decided'
}

export function CaseList({ listUrl, status }: CaseListProps) {
  const listElement = useRef<HTMLUListElement>(null)
  const list = useList(reportsQuery({ page: listUrl.page, perPage: PER_PAGE, status }))
  return (
    <ListFrame
      list={list}
      listUrl={listUrl}
      isNarrowed={false}
      perPage={PER_PAGE}
      pagesLabel="Pages of reports"
      errorTitle="The reports could not be loaded"
      empty={
        status === 'open' ? (
          <EmptyState
            title="No open reports"
            text="When a member or visitor reports a post, review, picture or profile, it appears here."
          />
        ) : (
          <EmptyState title="No decided reports" text="Decisions appear here for two years." />
        )
      }
    >
      {({ items }) => (
        <>
          {status === 'open' && (
            <p className={styles.keys}>Keyboard: J and K move between reports, C claims one, D goes to its decision.</p>
          )}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- shortcuts for the focusable items within */}
          <ul
            ref={listElement}
            tabIndex={-1}
            className={styles.list}
            aria-label={status === 'open' ? 'Open reports' : 'Decided reports'}
            aria-busy={list.isPlaceholderData || undefined}
            onKeyDown={handleKey}
          >
            {items.map((item) => (
              <li key={item.id} tabIndex={-1} data-case="">
                {/* A decision removes the item with the focused button: the list keeps the focus. */}
                <CaseItem reportCase={item} onDecided={() => listElement.current?.focus({ preventScroll: true })} />
              </li>
            ))}
          </ul>
        </>
      )}
    </ListFrame>
  )
}

/** Single keys work only while the focus is in the list and not in a field (WCAG 2.2 2.1.4). */
function handleKey(event: KeyboardEvent<HTMLUListElement>): void {
  const { target, currentTarget, key } = event
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement) || target.matches('input, select, textarea'))
    return
  const items = [...currentTarget.querySelectorAll<HTMLElement>(':scope > [data-case]')]
  const index = items.findIndex((item) => item.contains(target))
  const command = key.toLowerCase()
  if (command === 'j' || command === 'k') items[Math.min(items.length - 1, Math.max(0, index + (command === 'j' ? 1 : -1)))]?.focus()
  else if (command === 'c') items[index]?.querySelector<HTMLElement>('[data-action=claim]')?.click()
  else if (command === 'd') items[index]?.querySelector<HTMLElement>('[name=decision]')?.focus()
  else return
  event.preventDefault()
}
