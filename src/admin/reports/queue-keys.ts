/** Keyboard shortcuts of the moderation queue. */
import { useEffect, useRef, type RefObject } from 'react'
import { createStoredValue } from '#platform/client/stored-value.client.ts'

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

/** Whether the shortcuts are on. WCAG 2.2 2.1.4 requires that single-character shortcuts can be turned off. */
export const queueShortcuts = createStoredValue({ key: 'queue-keys', empty: true, parse: (text) => JSON.parse(text) !== false })

const ACTIONS: Readonly<Record<string, string>> = { a: 'approve', h: 'reject', p: 'proof', c: 'claim', o: 'open' }

/**
 * Handles the shortcuts of the list: anywhere on the page while the legend is visible, otherwise only in the list. Small screens hide the
 * legend with the switch that turns them off.
 */
export function useQueueKeys(list: RefObject<HTMLElement | null>, legend: RefObject<HTMLElement | null>, isOn: boolean): void {
  /** The item that had the focus last; undefined after the list itself had it. */
  const lastItem = useRef<HTMLElement>(undefined)
  useEffect(() => {
    const element = list.current
    if (!isOn || !element) return
    const rememberItem = ({ target }: FocusEvent) => {
      lastItem.current = findItem(target)
    }
    const handleKeyDown = (event: KeyboardEvent) => {
      if (isIgnored(event)) return
      const focusedItem = element.contains(event.target as Node) ? findItem(event.target) : undefined
      if (!element.contains(event.target as Node) && !legend.current?.checkVisibility()) return
      if (runShortcut(event.key.toLowerCase(), element, focusedItem, lastItem.current)) event.preventDefault()
    }
    element.addEventListener('focusin', rememberItem)
    addEventListener('keydown', handleKeyDown)
    return () => {
      element.removeEventListener('focusin', rememberItem)
      removeEventListener('keydown', handleKeyDown)
    }
  }, [list, legend, isOn])
}

const findItem = (target: EventTarget | null): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>('[data-item]')) || undefined

/** Whether the key is text for a field, a shortcut of the browser, or pressed while a dialog or a menu is open. */
function isIgnored({ target, defaultPrevented, isComposing, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey) return true
  if (!(target instanceof HTMLElement) || target.isContentEditable || target.matches('input, select, textarea')) return true
  return document.querySelector('dialog[open], [role=dialog], [role=alertdialog], [role=menu]') !== null
}

/**
 * Without a focused item, a shortcut applies to the item that had the focus last, or to the first one, and focuses it. Approving and rejecting
 * take a second press then, because the moderator may not have seen to which item they apply.
 * @returns whether the key is a shortcut
 */
function runShortcut(command: string, list: HTMLElement, focusedItem: HTMLElement | undefined, lastItem: HTMLElement | undefined): boolean {
  const items = [...list.querySelectorAll<HTMLElement>(':scope > [data-item]')]
  const index = items.findIndex((item) => item === (focusedItem ?? lastItem))
  if (command === 'j' || command === 'k') {
    items[Math.min(items.length - 1, Math.max(0, index + (command === 'j' ? 1 : -1)))]?.focus()
    return true
  }
  const action = ACTIONS[command]
  if (command !== 'd' && !action) return false
  const item = items[Math.max(0, index)]
  if (!focusedItem) item?.focus()
  if (!action) item?.querySelector<HTMLElement>('[name=decision], [name=outcome], [data-action=approve]')?.focus()
  else if (focusedItem || (action !== 'approve' && action !== 'reject')) runAction(item, action)
  return true
}

/** Shows the picture of a proof before the buttons that decide about it. */
function runAction(item: HTMLElement | undefined, action: string): void {
  const control = item?.querySelector<HTMLElement>(`[data-action=${action}]`)
  if (control?.matches(':disabled')) item?.querySelector<HTMLElement>('[data-action=proof]')?.click()
  else if (control instanceof HTMLSelectElement) control.focus()
  else control?.click()
}
