import type { KeyboardEvent } from 'react'

/** Shortcuts of the queue with their descriptions. */
export const QUEUE_KEYS = [
  { keys: ['J', 'K'], label: 'next and previous item' },
  { keys: ['A'], label: 'approve, accept or keep' },
  { keys: ['H'], label: 'hide or reject' },
  { keys: ['P'], label: 'show the picture' },
  { keys: ['C'], label: 'claim or release' },
  { keys: ['O'], label: 'open on the site' },
  { keys: ['D'], label: 'go to the decision' },
] as const

const ACTIONS: Readonly<Record<string, string>> = { a: 'approve', h: 'reject', p: 'proof', c: 'claim', o: 'open' }

/** Single keys work only while the focus is in the list and not in a field or dialog (WCAG 2.2 2.1.4). */
export function handleQueueKey(event: KeyboardEvent<HTMLUListElement>): void {
  const { target, currentTarget, key } = event
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return
  // React also passes on events of dialogs, which are elsewhere in the document.
  if (!currentTarget.contains(target) || target.matches('input, select, textarea') || target.closest('dialog, [role=dialog]')) return
  const items = [...currentTarget.querySelectorAll<HTMLElement>(':scope > [data-item]')]
  const index = items.findIndex((item) => item.contains(target))
  const command = key.toLowerCase()
  const action = ACTIONS[command]
  if (command === 'j' || command === 'k') items[Math.min(items.length - 1, Math.max(0, index + (command === 'j' ? 1 : -1)))]?.focus()
  else if (command === 'd') items[index]?.querySelector<HTMLElement>('[name=decision], [name=outcome], [data-action=approve]')?.focus()
  else if (action) runAction(items[index], action)
  else return
  event.preventDefault()
}

/** Shows the picture of a proof before the buttons that decide about it. */
function runAction(item: HTMLElement | undefined, action: string): void {
  const control = item?.querySelector<HTMLElement>(`[data-action=${action}]`)
  if (control?.matches(':disabled')) item?.querySelector<HTMLElement>('[data-action=proof]')?.click()
  else if (control instanceof HTMLSelectElement) control.focus()
  else control?.click()
}
