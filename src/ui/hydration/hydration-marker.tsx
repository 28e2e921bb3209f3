/** Replays input that users made in form fields before hydration. public/start.js records and replays clicks on buttons. */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { nextTask } from './next-task.ts'
import { hydrateWaitingParts, watchForInteraction } from './hydration-parts.ts'

/** Maximum time from mounting until clicks are replayed, even if `isReady` is still false. */
const MAX_WAIT_MS = 3000

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Renders nothing. After hydration it replays the input of every field that was changed before, then sets `data-hydrated` on the root
 * element and dispatches the event `hydrated` on the document, upon which public/start.js replays clicks. Must come after all other
 * components of the page.
 * @param isReady false until the viewer is known, so that a signed-in member's clicks are replayed with the member's session
 */
export function HydrationMarker({ isReady }: { isReady: boolean }): null {
  const earlyReplays = useRef<(() => void)[]>([])
  const replayPromise = useRef<Promise<void>>(undefined)
  // The fields are read before React's first update, which would restore the server's values.
  useLayoutEffect(() => {
    earlyReplays.current = [...document.querySelectorAll<Field>(FIELDS)].flatMap((field) => captureInput(field) ?? [])
  }, [])
  useEffect(() => {
    if (earlyReplays.current.length > 0 || scrollY > 0 || [...document.images].some(hasImageFailed)) void hydrateWaitingParts()
    else watchForInteraction(captureEventInput)
    replayPromise.current = replayFields(earlyReplays.current)
  }, [])
  useEffect(() => {
    const announce = () => void replayPromise.current?.then(announceHydrated)
    if (isReady) return announce()
    const timer = setTimeout(announce, MAX_WAIT_MS)
    return () => clearTimeout(timer)
  }, [isReady])
  return null
}

const hasImageFailed = ({ complete, naturalWidth }: HTMLImageElement) => complete && naturalWidth === 0

/**
 * Captures the input of an event's field: password managers and screen readers change a field that is not hydrated, without a prior pointer
 * or key event.
 */
const captureEventInput = ({ target }: Event) => (isField(target) ? captureInput(target) : undefined)

const FIELDS = 'input, textarea, select'
const isField = (target: EventTarget | null): target is Field => target instanceof Element && target.matches(FIELDS)

async function replayFields(replays: (() => void)[]): Promise<void> {
  await nextTask()
  if (replays.length > 0) await hydrateWaitingParts()
  for (const replay of replays) {
    replay()
    // The form's state must include this field before the next one is replayed.
    await nextTask()
  }
}

async function announceHydrated(): Promise<void> {
  // State that only exists in the browser (such as the viewer) renders one task later.
  await nextTask()
  if ('hydrated' in document.documentElement.dataset) return
  document.documentElement.dataset['hydrated'] = ''
  document.dispatchEvent(new Event('hydrated'))
}

/** @returns a function that replays the change of a field; `undefined` if the field is unchanged */
function captureInput(field: Field): (() => void) | undefined {
  if (field instanceof HTMLSelectElement) return captureSelection(field)
  const { type } = field
  if (field instanceof HTMLInputElement && (type === 'checkbox' || type === 'radio')) return captureCheck(field)
  if (type === 'file') return field.value ? () => dispatch(field, 'change') : undefined
  return captureText(field)
}

function captureText(field: HTMLInputElement | HTMLTextAreaElement): (() => void) | undefined {
  const { value } = field
  if (value === field.defaultValue) return undefined
  // The selection is `null` for input types that do not support one, such as email.
  const { selectionStart, selectionEnd } = field
  return () => {
    const prototype: object = Object.getPrototypeOf(field)
    // React tracks values that are set on the element, but not those set with the prototype's setter. So it sees the input event as a
    // change.
    field.value = field.defaultValue
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
    if (selectionStart !== null && document.activeElement === field) field.setSelectionRange(selectionStart, selectionEnd)
    dispatch(field, 'input')
  }
}

function captureCheck(field: HTMLInputElement): (() => void) | undefined {
  // In a radio group only the checked button is replayed.
  if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)) return undefined
  return () => {
    field.checked = field.defaultChecked
    field.click()
  }
}

function captureSelection(field: HTMLSelectElement): (() => void) | undefined {
  const { selectedIndex } = field
  const defaultIndex = [...field.options].findIndex((option) => option.defaultSelected)
  if (selectedIndex === Math.max(defaultIndex, 0)) return undefined
  return () => {
    field.selectedIndex = selectedIndex
    dispatch(field, 'change')
  }
}

function dispatch(field: Field, name: 'input' | 'change'): void {
  field.dispatchEvent(new Event(name, { bubbles: true }))
}
