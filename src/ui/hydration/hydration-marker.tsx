/** Nothing is lost that a visitor did before the page was hydrated. public/start.js keeps the pressed buttons; the fields keep their own. */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { nextTask } from './next-task.ts'
import { hydrateWaitingParts, watchForPerson } from './hydration-parts.ts'

/** For `isReady`. */
const MAX_WAIT_MS = 3000

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Renders nothing. Once React has taken over the page it is told of every field that was filled in before, as if that happened now;
 * then `hydrated` is sent to the document and the root element bears `data-hydrated`. Must follow all other components of the page.
 * @param isReady false until it is known who presses the buttons: what is pressed before is pressed again as a member
 */
export function HydrationMarker({ isReady }: { isReady: boolean }): null {
  const early = useRef<(() => void)[]>([])
  const replayed = useRef<Promise<void>>(undefined)
  // Before the first update, which would put back what the server had written.
  useLayoutEffect(() => {
    early.current = [...document.querySelectorAll<Field>(FIELDS)].flatMap((field) => repetition(field) ?? [])
  }, [])
  useEffect(() => {
    if (early.current.length > 0 || scrollY > 0 || [...document.images].some(hasFailed)) void hydrateWaitingParts()
    else watchForPerson(repeatInput)
    replayed.current = replayFields(early.current)
  }, [])
  useEffect(() => {
    const announce = () => void replayed.current?.then(announceHydrated)
    if (isReady) return announce()
    const timer = setTimeout(announce, MAX_WAIT_MS)
    return () => clearTimeout(timer)
  }, [isReady])
  return null
}

const hasFailed = ({ complete, naturalWidth }: HTMLImageElement) => complete && naturalWidth === 0

/** A password manager or a screen reader changes a field without a touch or a key before, so before its part is hydrated: React does not notice. */
const repeatInput = ({ target }: Event) => (isField(target) ? repetition(target) : undefined)

const FIELDS = 'input, textarea, select'
const isField = (target: EventTarget | null): target is Field => target instanceof Element && target.matches(FIELDS)

async function replayFields(repetitions: (() => void)[]): Promise<void> {
  await nextTask()
  if (repetitions.length > 0) await hydrateWaitingParts()
  for (const repeat of repetitions) {
    repeat()
    // The next field's form has to know of this one first.
    await nextTask()
  }
}

async function announceHydrated(): Promise<void> {
  // What only the browser knows, such as who is signed in, is in the page a moment after the rest.
  await nextTask()
  if ('hydrated' in document.documentElement.dataset) return
  document.documentElement.dataset['hydrated'] = ''
  document.dispatchEvent(new Event('hydrated'))
}

/** How to repeat what was done to a field; undefined when nothing was. */
function repetition(field: Field): (() => void) | undefined {
  if (field instanceof HTMLSelectElement) return choosing(field)
  const { type } = field
  if (field instanceof HTMLInputElement && (type === 'checkbox' || type === 'radio')) return ticking(field)
  if (type === 'file') return field.value ? () => send(field, 'change') : undefined
  return typing(field)
}

function typing(field: HTMLInputElement | HTMLTextAreaElement): (() => void) | undefined {
  const { value } = field
  if (value === field.defaultValue) return undefined
  // Null where a field has no caret, such as an email address.
  const { selectionStart, selectionEnd } = field
  return () => {
    const prototype: object = Object.getPrototypeOf(field)
    // Set on the field React notices, set through the prototype it does not: only so the event that follows is a change to it.
    field.value = field.defaultValue
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
    if (selectionStart !== null && document.activeElement === field) field.setSelectionRange(selectionStart, selectionEnd)
    send(field, 'input')
  }
}

function ticking(field: HTMLInputElement): (() => void) | undefined {
  // Of a group of radios the one that lost its mark needs no repeating.
  if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)) return undefined
  return () => {
    field.checked = field.defaultChecked
    field.click()
  }
}

function choosing(field: HTMLSelectElement): (() => void) | undefined {
  const { selectedIndex } = field
  const written = [...field.options].findIndex((option) => option.defaultSelected)
  if (selectedIndex === Math.max(written, 0)) return undefined
  return () => {
    field.selectedIndex = selectedIndex
    send(field, 'change')
  }
}

function send(field: Field, name: 'input' | 'change'): void {
  field.dispatchEvent(new Event(name, { bubbles: true }))
}
