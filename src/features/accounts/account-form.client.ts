/** How every form of an account behaves: the contract checks it when it is sent, what is wrong stands beside its field. */
import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react'
import { ApiError, failureReason } from '#platform/api.client.ts'
import { formatWait } from '#wording/durations.ts'

/** As much of a zod schema as is needed here. */
interface Rules {
  safeParse(value: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }
}

interface Plan<V extends Record<string, string>, B, R> {
  blank: V
  /** What is sent; optional fields that were left empty are left out. */
  toBody: (values: V) => B
  /** The contract's check, fetched when the form is first used. */
  rules?: () => Promise<Rules>
  send: (body: B) => Promise<R>
  onDone: (reply: R, values: V) => void
  /** Deals with a failure itself when it answers true. */
  onFailed?: (fault: Error) => boolean
}

/** Everything a field needs to belong to its form. */
export interface FormField {
  name: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

export interface AccountForm<V> {
  form: RefObject<HTMLFormElement | null>
  values: V
  change: (values: Partial<V>) => void
  field: (name: keyof V & string) => FormField
  /** What is wrong with the whole. */
  problem: string | undefined
  busy: boolean
  submit: (event: SubmitEvent<HTMLFormElement>) => void
  focus: (name: string) => void
}

export function useAccountForm<V extends Record<string, string>, B, R>(plan: Plan<V, B, R>): AccountForm<V> {
  const { blank, toBody, rules, send, onDone, onFailed } = plan
  const [values, setValues] = useState(blank)
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const [problem, setProblem] = useState<string>()
  const [checking, setChecking] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  /** The field that is to have the keyboard, once it is there and the wait is over; the button for any other name. */
  const [wanted, setWanted] = useState<{ name: string }>()
  const focus = useCallback((name: string) => setWanted({ name }), [])
  const point = (wrong: Record<string, string>) => {
    setErrors(wrong)
    focus(Object.keys(blank).find((name) => wrong[name]) ?? '')
  }
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (reply) => {
      setValues(blank)
      onDone(reply, values)
    },
    onError: (fault) => {
      if (onFailed?.(fault)) return
      const wrong = fieldErrors(fault, blank)
      if (!Object.keys(wrong).length) setProblem(formatReason(fault))
      point(wrong)
    },
  })

  const busy = checking || sending.isPending
  useEffect(() => {
    if (!wanted || busy) return
    const target = form.current?.elements.namedItem(wanted.name)
    ;(target instanceof HTMLElement ? target : form.current?.querySelector<HTMLElement>('[type=submit]'))?.focus()
  }, [wanted, busy])

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    setProblem(undefined)
    setWanted(undefined)
    setChecking(true)
    // Should the rules not arrive, the server still has them.
    const check = await rules?.().catch(() => undefined)
    setChecking(false)
    const body = toBody(values)
    const wrong = firstOfEach(check?.safeParse(body).error?.issues ?? [])
    if (Object.keys(wrong).length) return point(wrong)
    setErrors({})
    sending.mutate(body)
  }

  const change = (next: Partial<V>) => {
    setValues((old) => ({ ...old, ...next }))
    setErrors((old) => ({ ...old, ...Object.fromEntries(Object.keys(next).map((name) => [name, undefined])) }))
  }

  return {
    form,
    values,
    change,
    field: (name) => ({
      name,
      value: values[name] ?? '',
      error: errors[name],
      onChange: (value) => change({ [name]: value } as Partial<V>),
    }),
    problem,
    busy,
    submit: (event) => void submit(event),
    focus,
  }
}

function firstOfEach(issues: { path: PropertyKey[]; message: string }[]): Record<string, string> {
  const wrong: Record<string, string> = {}
  for (const { path, message } of issues) wrong[String(path[0])] ??= message
  return wrong
}

const fieldErrors = (fault: Error, blank: object): Record<string, string> =>
  fault instanceof ApiError ? firstOfEach(fault.errors.filter(({ path }) => path in blank).map((e) => ({ ...e, path: [e.path] }))) : {}

/** A failure as a person reads it. */
export function formatReason(fault: Error): string {
  if (!(fault instanceof ApiError)) return 'The site could not be reached. Please try again.'
  if (fault.status === 429) return `Too many attempts. ${formatRetryAfter(fault.wait)}`
  return failureReason(fault)
}

/** "Please try again in 2 minutes." */
export function formatRetryAfter(seconds: number | undefined): string {
  if (!seconds) return 'Please try again later.'
  return `Please try again in ${formatWait(seconds, 90)}.`
}
