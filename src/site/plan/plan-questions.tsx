/** Asks for the inputs that a plan lacks, such as the prices of a home to which our defaults do not apply. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FormEvent, MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { readPlanQuery } from '#features/tools/plan/plan-parameters.policy.ts'
import { toolFormQuery, type ToolForm } from '#features/tools/tool.client.ts'
import { paths } from '#site/paths.ts'
import { describeErrors, isIncomplete } from '#site/tools/form/missing-fields.ts'
import { ToolField } from '#site/tools/form/tool-fields.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import * as styles from './plan.module.css'

/** Other ways to state the fuel and its price. They are shown with `consumption` and `fuelPrice`, whose messages refer to them. */
const FUEL_FIELDS: readonly string[] = ['heating', 'fuel', 'litres', 'bill', 'heatedRooms', 'litrePrice']

/** Returns the visible fields with an error, and those that help to correct it. */
function listFields({ fields }: ToolForm) {
  const hasError = (...names: string[]) => fields.some(({ name, error, isAsked }) => names.includes(name) && error !== null && isAsked)
  const isFuelMissing = hasError('consumption', 'fuelPrice', ...FUEL_FIELDS)
  return fields.filter(({ name, error, isAsked }) => isAsked && (error !== null || (isFuelMissing && FUEL_FIELDS.includes(name))))
}

const listMissing = (fields: ToolForm['fields']): string =>
  fields.flatMap(({ label, error }) => (error === null ? [] : [label.toLowerCase()])).join('; ')

/**
 * Form with the fields that are missing or invalid. Hidden inputs preserve the other parameters of the URL, so that it also works without
 * JavaScript.
 * @param props.problem why there is no plan, shown if the form has no field to correct
 */
export function PlanQuestions({ inputs, problem }: { inputs: Record<string, string>; problem: string }) {
  const navigate = useNavigate()
  const { jobs: _, ...homeInputs } = inputs
  const { data: form, isPlaceholderData } = useQuery({ ...toolFormQuery('which-first', homeInputs), placeholderData: keepPreviousData })
  const fields = form ? listFields(form) : []
  if (!form || fields.length === 0)
    return (
      <Notice tone="bad" role="alert" title="The plan could not be made">
        {problem}
      </Notice>
    )
  const submitInputs = (element: HTMLFormElement | null) => {
    if (!element) return
    const params = new URLSearchParams()
    for (const [name, value] of new FormData(element)) if (typeof value === 'string') params.append(name, value)
    void navigate(paths.plan(readPlanQuery(params)), { replace: true, preventScrollReset: true })
  }
  // Another kind of heating needs other fields.
  const handleChange = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLSelectElement) submitInputs(currentTarget)
  }
  const handleSubmitClick = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    submitInputs(event.currentTarget.form)
  }
  return (
    <div className={styles.missingInputs} aria-busy={isPlaceholderData || undefined}>
      {isIncomplete(form) ? (
        <Notice tone="warn" role="status" title="Your plan needs more details">
          Missing: {listMissing(fields)}. Enter them below, from your bills if you can.
        </Notice>
      ) : (
        <Notice tone="bad" role="alert" title="Please check your details">
          {describeErrors(form)}
        </Notice>
      )}
      <form action={paths.plan()} aria-label="Details for the plan" noValidate onChange={handleChange}>
        {fields.map((field) => (
          <ToolField key={field.name} field={field} />
        ))}
        {Object.entries(inputs)
          .filter(([name]) => !fields.some((field) => field.name === name))
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        <Button type="submit" onClick={handleSubmitClick}>
          Make the plan
        </Button>
      </form>
    </div>
  )
}
