/**
 * The one way to make a form that is filled in. It is checked before it is sent; what is wrong stands at its field, whoever found it, and the
 * first such field gets the keyboard; what was typed stays until it was taken; nothing is sent twice.
 */
import { useEffect, useId, useRef, useState, type ChangeEvent, type ComponentProps, type SubmitEvent } from 'react'
import { nextAttempt, isAnswer, toJson, type Attempt, type FormAttempt } from './form-attempt.client.ts'
import { findRefusedFields, hasErrors, placeErrors, type FormErrors, type Issue } from './form-errors.client.ts'
import { ApiError, ConnectionError, isSessionEnded, isSignedOut } from '#platform/client/api.client.ts'
import { withIdempotencyKey } from './filling-key.client.ts'
import { noteFilledForm, reportSignedOut } from './filled-forms.client.ts'

export type { FormErrors }

/** As much of a zod schema as is needed here. */
interface Contract {
  safeParse(value: unknown): { error?: { issues: Issue[] } | undefined }
}
interface FormPlan<V extends object, B, R> {
  /** What stands in the fields where nothing is typed: blank, or as it is stored. */
  start: V
  /** Messages to begin with: of what was sent without a script and not taken. */
  returned?: FormErrors<V> | undefined
  /** What is sent. */
  toBody: (values: V) => B
  /** The contract's check of it, fetched when the form is first sent. */
  contract?: (() => Promise<Contract>) | undefined
  /** What is wrong beside that, or in other words. */
  check?: (values: V) => FormErrors<V>
  /** Once it was sent, each change is checked at once. */
  rechecks?: boolean
  /** One of the checks has refused it. */
  onRefused?: (errors: FormErrors<V>) => void
  /** Of what is stored: a change that was made to an older version is refused, and the person chooses between the two. */
  version?: number | undefined
  /** @param version that the typed values were made to */
  send: (body: B, version: number | undefined) => Promise<R>
  /** It was taken. The form is busy until this is through. */
  onDone: (reply: R, values: V) => unknown
  /** Says itself why it was not taken, unless it answers false. What belongs to a field is shown there all the same. */
  onFailed?: (fault: Error) => unknown
}

/** What a control needs to belong to its form: spread it on the control. */
export interface FormInput {
  name: string
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => void
}

/** A control, and what is wrong with what stands in it. */
export interface FormField {
  input: FormInput
  error: string | undefined
}

type TextName<V> = { [Name in keyof V]: V[Name] extends string ? Name : never }[keyof V] & string

export interface Form<V> {
  /** Spread it on the form. */
  props: Pick<ComponentProps<'form'>, 'method' | 'noValidate' | 'onSubmit'> & { ref: { current: HTMLFormElement | null } }
  values: V
  errors: FormErrors<V>
  /** Changes some of the values; their messages have had their say. */
  change: (part: Partial<V>) => void
  field: (name: TextName<V>) => FormField
  /** Puts the keyboard into a field once it is there and the wait is over; on the button for a name that no field has. */
  focus: (name: string) => void
  /** Something was typed that is not stored. */
  isChanged: boolean
  /** Forgets what was typed. */
  reset: () => void
  busy: boolean
  /** Why it was not taken the last time, where nothing else says it. */
  problem: Error | undefined
  draft: FormDraftPort
  /** Another editor has saved a newer version: the names of the fields that differ, and what is stored now. */
  conflict: FormConflict | undefined
  /** From here on the typed values are a change to this version. */
  acceptVersion: (version: number) => void
  /** What was typed is stored on the device: leaving loses nothing. */
  isDraftStored: boolean
}

/** What a draft needs of its form. The values are those that were typed, without those that are stored. */
export interface FormDraftPort {
  typed: object
  attempt: FormAttempt | undefined
  /** The server has taken what was typed: nothing of it is a draft any more. */
  isTaken: () => boolean
  restore: (typed: object, attempt?: FormAttempt, version?: number) => void
  version: number | undefined
  /** Sets whether drafts are stored (leaving then needs no question) and whether the draft's notice reports an ended session. */
  attach: (isStored: boolean) => void
  isAttached: () => boolean
  /** Why the last attempt got no answer about its contents: the session had ended, or no response arrived. */
  interruption: Error | undefined
}

export interface FormConflict {
  fields: readonly string[]
  current: { version: number }
}

/** @param plan what the form holds, how it is checked, where it goes and what comes of it */
export function useForm<V extends object, B, R>(plan: FormPlan<V, B, R>): Form<V> {
  const { start, toBody, contract, check, onFailed } = plan
  /** Over `start`: a field that nobody has touched follows what is stored. */
  const [typed, setTyped] = useState<Partial<V>>({})
  const values = { ...start, ...typed }
  const [errors, setErrors] = useState<FormErrors<V>>(plan.returned ?? {})
  const [problem, setProblem] = useState<Error>()
  const [busy, setBusy] = useState(false)
  const isSending = useRef(false)
  const [isDraftStored, setDraftStored] = useState(false)
  const [interruption, setInterruption] = useState<Error>()
  const isAttached = useRef(false)
  const [conflict, setConflict] = useState<FormConflict>()
  /** The version that was stored when typing began. */
  const readVersion = useRef<number>(undefined)
  const isTaken = useRef(false)
  const attempt = useRef<Attempt>(undefined)
  const recheck = useRef<(given: V) => FormErrors<V>>(undefined)
  const form = useRef<HTMLFormElement>(null)

  /** What is to have the keyboard: the field of that name, or the first that is wrong. */
  const [wanted, setWanted] = useState<{ name?: string }>()
  useEffect(() => {
    if (!wanted || busy) return
    const { name } = wanted
    const field = name === undefined ? form.current?.querySelector('[aria-invalid=true]') : form.current?.elements.namedItem(name)
    ;(field instanceof HTMLElement ? field : form.current?.querySelector<HTMLElement>('[type=submit]'))?.focus()
  }, [wanted, busy])
  const focus = (name: string) => setWanted({ name })
  const point = (wrong: FormErrors<V>) => {
    setErrors(wrong)
    setWanted({})
  }

  const run = async () => {
    // Should the contract not arrive, the server still has it.
    const rules = contract && (await contract().catch(() => undefined))
    const findErrors = (given: V) => ({
      ...(rules && placeErrors(rules.safeParse(toBody(given)).error?.issues ?? [], start)),
      ...check?.(given),
    })
    if (plan.rechecks) recheck.current = findErrors
    const wrong = findErrors(values)
    if (hasErrors(wrong)) {
      plan.onRefused?.(wrong)
      return point(wrong)
    }
    setErrors({})
    const sent = nextAttempt(attempt.current, values, toBody)
    attempt.current = sent
    const reply = await withIdempotencyKey(sent.idempotencyKey, () => plan.send(sent.body as B, readVersion.current ?? plan.version))
    attempt.current = undefined
    readVersion.current = undefined
    isTaken.current = true
    recheck.current = undefined
    await plan.onDone(reply, values)
    // A query tells its readers in the next task: until then what was typed stands there. What was typed meanwhile stays.
    await new Promise((done) => setTimeout(done))
    setTyped((now) => {
      const rest = { ...now }
      for (const name in rest) if (rest[name] === values[name]) delete rest[name]
      return rest
    })
  }

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A form in a window that another form has opened stands inside it in React's eyes.
    event.stopPropagation()
    if (isSending.current || isUnfinished(form.current)) return
    isSending.current = true
    setBusy(true)
    setProblem(undefined)
    setInterruption(undefined)
    setConflict(undefined)
    setWanted(undefined)
    try {
      await run()
    } catch (fault) {
      if (!(fault instanceof Error)) throw fault
      if (attempt.current && isAnswer(fault)) attempt.current.isAnswered = true
      if (isAttached.current && isSignedOut(fault)) return setInterruption(fault)
      if (isSessionEnded(fault)) {
        setProblem(fault)
        return reportSignedOut()
      }
      if (isAttached.current && fault instanceof ConnectionError) {
        setInterruption(fault)
        return void onFailed?.(fault)
      }
      const stale = plan.version === undefined ? undefined : toConflict(fault)
      if (stale) return setConflict(stale)
      const wrong = findRefusedFields(fault, start)
      const isPlaced = hasErrors(wrong)
      if (isPlaced) point(wrong)
      if ((onFailed && onFailed(fault) !== false) || isPlaced) return
      setProblem(fault)
      focus('')
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  const change = (part: Partial<V>) => {
    const wrong = recheck.current?.({ ...values, ...part })
    isTaken.current = false
    readVersion.current ??= plan.version
    setTyped((now) => ({ ...now, ...part }))
    setErrors((now) => {
      const next = { ...now }
      for (const name in part) next[name] = wrong?.[name]
      return next
    })
  }

  const isChanged = toJson(values) !== toJson(start)
  const id = useId()
  useEffect(() => noteFilledForm(id, isChanged), [id, isChanged])
  useEffect(() => () => noteFilledForm(id, false), [id])

  return {
    props: { ref: form, method: 'post', noValidate: true, onSubmit: (event) => void submit(event) },
    values,
    errors,
    change,
    field: (name) => ({
      input: { name, value: String(values[name]), onChange: ({ target }) => change({ [name]: target.value } as Partial<V>) },
      error: errors[name],
    }),
    focus,
    isChanged,
    reset: () => {
      setTyped({})
      setErrors({})
      setConflict(undefined)
      readVersion.current = undefined
    },
    busy,
    problem,
    draft: {
      typed,
      attempt: attempt.current,
      isTaken: () => isTaken.current,
      version: readVersion.current,
      restore: (restored, sent, version) => {
        isTaken.current = false
        readVersion.current = version ?? plan.version
        attempt.current = sent
        setTyped(restored)
      },
      attach: (isStored) => {
        isAttached.current = true
        setDraftStored(isStored)
      },
      isAttached: () => isAttached.current,
      interruption,
    },
    isDraftStored,
    conflict,
    acceptVersion: (version) => {
      readVersion.current = version
      setConflict(undefined)
    },
  }
}

/** A control that is not ready says so by `setCustomValidity`: it receives `invalid` and the focus. */
function isUnfinished(form: HTMLFormElement | null): boolean {
  const control = Array.from(form?.elements ?? []).find((one) => one instanceof HTMLInputElement && one.validity.customError)
  if (!(control instanceof HTMLInputElement)) return false
  control.checkValidity()
  control.focus()
  return true
}

function toConflict(fault: Error): FormConflict | undefined {
  if (!(fault instanceof ApiError) || fault.code !== 'version.stale' || !fault.current) return undefined
  return { fields: fault.errors.map(({ path }) => path), current: fault.current as FormConflict['current'] }
}
