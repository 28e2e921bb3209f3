/**
 * The one way to make a form that is filled in. It is checked before it is sent; what is wrong stands at its field, whoever found it, and the
 * first such field gets the keyboard; what was typed stays until it was taken; nothing is sent twice.
 */
import { useEffect, useId, useRef, useState, type ChangeEvent, type ComponentProps, type SubmitEvent } from 'react'
import { ApiError, ConnectionError, isSignedOut, withIdempotencyKey } from './api.client.ts'
import { noteFilledForm } from './filled-forms.client.ts'

/** As much of a zod schema as is needed here. */
interface Contract {
  safeParse(value: unknown): { error?: { issues: Issue[] } | undefined }
}
interface Issue {
  path: PropertyKey[]
  message: string
}

/** The message of each field that is wrong. */
export type FormErrors<V> = { [Name in keyof V]?: string | undefined }

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
  send: (body: B) => Promise<R>
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
  /** What was typed is stored on the device: leaving loses nothing. */
  isDraftStored: boolean
}

/** What is sent, as long as nothing is changed and no answer says otherwise: pressed again, it is the same request. */
export interface FormAttempt {
  idempotencyKey: string
  /** The values that were sent, as JSON. */
  values: string
  body: unknown
}

/** What a draft needs of its form. The values are those that were typed, without those that are stored. */
export interface FormDraftPort {
  typed: object
  attempt: FormAttempt | undefined
  /** The server has taken what was typed: nothing of it is a draft any more. */
  isTaken: () => boolean
  restore: (typed: object, attempt?: FormAttempt) => void
  /** Told whether drafts are stored, so that leaving needs no question; and that what concerns the session is said beside the draft. */
  attach: (isStored: boolean) => void
  /** Why the last attempt got no answer about its contents: the session had ended, or no response arrived. */
  interruption: Error | undefined
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
  const isTaken = useRef(false)
  const attempt = useRef<FormAttempt & { isAnswered?: boolean }>(undefined)
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
    const reply = await withIdempotencyKey(sent.idempotencyKey, () => plan.send(sent.body as B))
    attempt.current = undefined
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
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setProblem(undefined)
    setInterruption(undefined)
    setWanted(undefined)
    try {
      await run()
    } catch (fault) {
      if (!(fault instanceof Error)) throw fault
      if (attempt.current && isAnswer(fault)) attempt.current.isAnswered = true
      if (isAttached.current && (isSignedOut(fault) || fault instanceof ConnectionError)) return setInterruption(fault)
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
    },
    busy,
    problem,
    draft: {
      typed,
      attempt: attempt.current,
      isTaken: () => isTaken.current,
      restore: (restored, sent) => {
        isTaken.current = false
        attempt.current = sent
        setTyped(restored)
      },
      attach: (isStored) => {
        isAttached.current = true
        setDraftStored(isStored)
      },
      interruption,
    },
    isDraftStored,
  }
}

/**
 * The same values are the same request, with its body and its key. After an answer, other values are a new one; after none, they have
 * the key of the first, so that the server can tell what it has stored already.
 */
function nextAttempt<V extends object, B>(
  last: (FormAttempt & { isAnswered?: boolean }) | undefined,
  values: V,
  toBody: (values: V) => B,
): FormAttempt {
  const json = toJson(values)
  if (last?.values === json && !last.isAnswered) return last
  const idempotencyKey = last && !last.isAnswered ? last.idempotencyKey : newKey()
  return { idempotencyKey, values: json, body: toBody(values) }
}

/** `crypto.randomUUID` exists only where the page came over https. */
const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A chosen file counts by what it is called, its size and its time. */
const toJson = (values: object): string =>
  JSON.stringify(values, (_name, value: unknown) => (value instanceof File ? [value.name, value.size, value.lastModified] : value))

/** After a timeout of a proxy, or while the first request is in progress, nobody knows yet what became of it. */
const isAnswer = (fault: Error): boolean => fault instanceof ApiError && fault.status < 500 && fault.code !== 'idempotency.in_progress'

const hasErrors = (errors: object): boolean => Object.values(errors).some(Boolean)

/** The first message for each field of the form; what belongs to none of them is left out. */
export function placeErrors<V extends object>(issues: Issue[], start: V): FormErrors<V> {
  const wrong: FormErrors<V> = {}
  for (const name in start) wrong[name] = issues.find(({ path }) => path[0] === name)?.message
  return wrong
}

/** What the server has said of single fields. */
export const findRefusedFields = <V extends object>(fault: Error, start: V): FormErrors<V> =>
  placeErrors(fault instanceof ApiError ? fault.errors.map(({ path, message }) => ({ path: path.split('.'), message })) : [], start)
