import { useEffect, useRef, useState } from 'react'

export type DraftErrors<V> = { [Name in keyof V]?: string | undefined }

/**
 * What is being written in a form, and what is wrong with it. Nothing is checked here.
 * @param start the values to begin with; what differs from them is unsaved
 */
export function useDraft<V extends object>(start: V) {
  const [saved, setSaved] = useState(start)
  const [values, setValues] = useState(start)
  const [errors, setErrors] = useState<DraftErrors<V>>({})
  const form = useRef<HTMLFormElement>(null)

  /** Changes some of the values; their messages have had their say. */
  const change = (part: Partial<V>) => {
    setValues((now) => ({ ...now, ...part }))
    setErrors((now) => ({ ...now, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) }))
  }
  const [pointed, setPointed] = useState(0)
  /** Shows what is wrong and puts the cursor into the first such field, in the order of the form. */
  const point = (wrong: DraftErrors<V>) => {
    setErrors(wrong)
    setPointed((times) => times + 1)
  }
  useEffect(() => {
    if (pointed > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [pointed])

  return {
    values,
    errors,
    form,
    change,
    point,
    isChanged: JSON.stringify(values) !== JSON.stringify(saved),
    /** What was written is kept now: it is the new beginning. */
    keep: (kept: V) => setSaved(kept),
  }
}

/** The first message for each field. */
export function groupErrorsByField<V>(list: { path: string; message: string }[]): DraftErrors<V> {
  const wrong: Record<string, string> = {}
  for (const { path, message } of list) wrong[path] ??= message
  return wrong as DraftErrors<V>
}
