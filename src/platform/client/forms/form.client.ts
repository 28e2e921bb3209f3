/**
 * The hook behind every form. Validates before sending; shows messages of client and server at their field and focuses the first invalid
 * one; retains the input until the server has accepted it; never submits twice.
 */
import { useEffect, useId, useRef, useState, type ChangeEvent, type ComponentProps, type SubmitEvent } from 'react'
import { nextAttempt, isOutcomeKnown, toJson, type Attempt, type FormAttempt } from './form-attempt.client.ts'
import { findFieldErrors, hasErrors, toFieldErrors, type FormErrors, type Issue } from './form-errors.client.ts'
import { ApiError, ConnectionError, isSessionEnded, isSignedOut } from '#platform/client/api.client.ts'
import { withIdempotencyKey } from './idempotency-key.client.ts'
import { setFormFilled, reportSignedOut } from './filled-forms.client.ts'

export type { FormErrors }

/** The subset of a zod schema that is used here. */
interface BodySchema {
  safeParse(value: unknown): { error?: { issues: Issue[] } | undefined }
}
interface FormOptions<V extends object, B, R> {
  /** Initial values: blank, or those that are stored. */
  start: V
  /** Messages to show at first: the server rejected a submission that was made without JavaScript. */
  initialErrors?: FormErrors<V> | undefined
  toBody: (values: V) => B
  /** Loads the schema of the body from the contract. Called on submission, so that zod is not in the initial bundle. */
  contract?: (() => Promise<BodySchema>) | undefined
  /** Additional validation; its messages override those of the contract. */
  check?: (values: V) => FormErrors<V>
  /** Whether to validate on every change after the first submission. */
  revalidates?: boolean
  /** Called when validation fails. */
  onInvalid?: (errors: FormErrors<V>) => void
  /** Version of the stored item, for optimistic concurrency: a change to an older version becomes a `conflict`. */
  version?: number | undefined
  /** Sends the form. @param version version that the input is based on */
  send: (body: B, version: number | undefined) => Promise<R>
  /** Called when the server has accepted the form, which is busy until this resolves. */
  onDone: (reply: R, values: V) => unknown
  /**
   * Called when a submission fails. The callback shows the failure; if it returns false, the form shows it. Messages of single fields are
   * shown in either case.
   */
  onFailed?: (error: Error) => unknown
}

/** Props of a control, to be spread. */
export interface FormInput {
  name: string
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => void
}

/** Props of a control and its error message. */
export interface FormField {
  input: FormInput
  error: string | undefined
}

type TextName<V> = { [Name in keyof V]: V[Name] extends string ? Name : never }[keyof V] & string

export interface Form<V> {
  /** Props of the `form` element, to be spread. */
  props: Pick<ComponentProps<'form'>, 'method' | 'noValidate' | 'onSubmit'> & { ref: { current: HTMLFormElement | null } }
  values: V
  errors: FormErrors<V>
  /** Changes some of the values and clears their messages. */
  change: (part: Partial<V>) => void
  field: (name: TextName<V>) => FormField
  /** Focuses a field after the next render in which the form is not busy; the submit button if no field has the name. */
  focus: (name: string) => void
  /** Whether there is unsaved input. */
  isChanged: boolean
  /** Discards the input. */
  reset: () => void
  busy: boolean
  /** Error of the last submission that is shown neither at a field nor by `onFailed`. */
  problem: Error | undefined
  draft: DraftAccess
  /** Another editor has saved a newer version: the names of the differing fields, and the stored version. */
  conflict: FormConflict | undefined
  /** Keeps the input, takes this stored version as its new base, and ends the conflict. */
  acceptVersion: (version: number) => void
  /** Whether the input is stored on the device, so that leaving the page loses nothing. */
  isDraftStored: boolean
}

/** The part of a form that draft storage reads and restores. */
export interface DraftAccess {
  /** The changed values only. */
  edits: object
  attempt: FormAttempt | undefined
  /** Whether the server has accepted the input: there is nothing left to draft. */
  isAccepted: () => boolean
  restore: (edits: object, attempt?: FormAttempt, version?: number) => void
  version: number | undefined
  /**
   * Called by a draft on mount.
   * @param isStored whether the draft is saved on this device; if so, leaving the page needs no confirmation
   */
  attach: (isStored: boolean) => void
  isAttached: () => boolean
  /** Error of a submission that the user can repeat: the session had ended, or no response arrived (the server may have processed it). */
  interruption: Error | undefined
}

export interface FormConflict {
  fields: readonly string[]
  current: { version: number }
}

export function useForm<V extends object, B, R>(options: FormOptions<V, B, R>): Form<V> {
  const { start, toBody, contract, check, onFailed } = options
  /** Changed values only, so that untouched fields follow the stored ones. */
  const [edits, setEdits] = useState<Partial<V>>({})
  const values = { ...start, ...edits }
  const [errors, setErrors] = useState<FormErrors<V>>(options.initialErrors ?? {})
  const [problem, setProblem] = useState<Error>()
  const [busy, setBusy] = useState(false)
  const isSending = useRef(false)
  const [isDraftStored, setDraftStored] = useState(false)
  const [interruption, setInterruption] = useState<Error>()
  const isAttached = useRef(false)
  const [conflict, setConflict] = useState<FormConflict>()
  /** The version that was stored when the user began to edit. */
  const baseVersion = useRef<number>(undefined)
  const isAccepted = useRef(false)
  /** Whether the input was changed while the form was being sent. Those changes are not part of what the server accepts. */
  const hasNewerEdits = useRef(false)
  const attempt = useRef<Attempt>(undefined)
  const validateChange = useRef<(changed: V) => FormErrors<V>>(undefined)
  const form = useRef<HTMLFormElement>(null)

  /** The field to focus; without a name, the first invalid one. */
  const [focusTarget, setFocusTarget] = useState<{ name?: string }>()
  useEffect(() => {
    if (!focusTarget || busy) return
    const { name } = focusTarget
    const field = name === undefined ? form.current?.querySelector('[aria-invalid=true]') : form.current?.elements.namedItem(name)
    ;(field instanceof HTMLElement ? field : form.current?.querySelector<HTMLElement>('[type=submit]'))?.focus()
  }, [focusTarget, busy])
  const focus = (name: string) => setFocusTarget({ name })
  const showErrors = (invalid: FormErrors<V>) => {
    setErrors(invalid)
    setFocusTarget({})
  }

  const validateAndSend = async () => {
    // If the schema cannot be loaded, only `check` runs here and the server does the rest.
    const schema = contract && (await contract().catch(() => undefined))
    const validate = (input: V) => ({
      ...(schema && toFieldErrors(schema.safeParse(toBody(input)).error?.issues ?? [], start)),
      ...check?.(input),
    })
    if (options.revalidates) validateChange.current = validate
    const invalid = validate(values)
    if (hasErrors(invalid)) {
      options.onInvalid?.(invalid)
      return showErrors(invalid)
    }
    setErrors({})
    const sent = nextAttempt(attempt.current, values, toBody)
    attempt.current = sent
    const reply = await withIdempotencyKey(sent.idempotencyKey, () => options.send(sent.body as B, baseVersion.current ?? options.version))
    attempt.current = undefined
    baseVersion.current = undefined
    isAccepted.current = !hasNewerEdits.current
    validateChange.current = undefined
    await options.onDone(reply, values)
    // TanStack Query notifies its observers in the next task; until then the edits are shown. Edits made meanwhile remain.
    await new Promise((done) => setTimeout(done))
    setEdits((current) => {
      const rest = { ...current }
      for (const name in rest) if (rest[name] === values[name]) delete rest[name]
      return rest
    })
  }

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React events bubble through portals: a form in a dialog opened by another form would submit both.
    event.stopPropagation()
    if (isSending.current || focusUnreadyControl(form.current)) return
    isSending.current = true
    hasNewerEdits.current = false
    setBusy(true)
    setProblem(undefined)
    setInterruption(undefined)
    setConflict(undefined)
    setFocusTarget(undefined)
    try {
      await validateAndSend()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (attempt.current && isOutcomeKnown(error)) attempt.current.isAnswered = true
      if (isAttached.current && isSignedOut(error)) return setInterruption(error)
      if (isSessionEnded(error)) {
        setProblem(error)
        return reportSignedOut()
      }
      if (isAttached.current && error instanceof ConnectionError) {
        setInterruption(error)
        return void onFailed?.(error)
      }
      const stale = options.version === undefined ? undefined : toConflict(error)
      if (stale) return setConflict(stale)
      const invalid = findFieldErrors(error, start)
      const hasFieldErrors = hasErrors(invalid)
      if (hasFieldErrors) showErrors(invalid)
      if ((onFailed && onFailed(error) !== false) || hasFieldErrors) return
      setProblem(error)
      focus('')
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  const change = (part: Partial<V>) => {
    const invalid = validateChange.current?.({ ...values, ...part })
    isAccepted.current = false
    hasNewerEdits.current = isSending.current
    baseVersion.current ??= options.version
    setEdits((current) => ({ ...current, ...part }))
    setErrors((current) => {
      const next = { ...current }
      for (const name in part) next[name] = invalid?.[name]
      return next
    })
  }

  const isChanged = toJson(values) !== toJson(start)
  const id = useId()
  useEffect(() => setFormFilled(id, isChanged), [id, isChanged])
  useEffect(() => () => setFormFilled(id, false), [id])

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
      setEdits({})
      setErrors({})
      setConflict(undefined)
      baseVersion.current = undefined
    },
    busy,
    problem,
    draft: {
      edits,
      attempt: attempt.current,
      isAccepted: () => isAccepted.current,
      version: baseVersion.current,
      restore: (restored, sent, version) => {
        isAccepted.current = false
        baseVersion.current = version ?? options.version
        attempt.current = sent
        setEdits(restored)
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
      baseVersion.current = version
      setConflict(undefined)
    },
  }
}

/**
 * Notifies the first control that is not ready, such as an upload in progress, with an `invalid` event and focuses it. Such controls call
 * `setCustomValidity`.
 * @returns whether there is such a control
 */
function focusUnreadyControl(form: HTMLFormElement | null): boolean {
  const control = Array.from(form?.elements ?? []).find((element) => element instanceof HTMLInputElement && element.validity.customError)
  if (!(control instanceof HTMLInputElement)) return false
  control.checkValidity()
  control.focus()
  return true
}

function toConflict(error: Error): FormConflict | undefined {
  if (!(error instanceof ApiError) || error.code !== 'version.stale' || !error.current) return undefined
  return { fields: error.errors.map(({ path }) => path), current: error.current as FormConflict['current'] }
}
