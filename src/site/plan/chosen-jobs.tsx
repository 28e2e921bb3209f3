import type { FormEvent, MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import type { Plan } from '#features/tools/plan/plan.client.ts'
import { paths } from '#site/paths.ts'
import * as styles from './plan.module.css'

/** Form in which visitors choose the jobs for the plan. Hidden inputs preserve the other parameters of the URL. */
export function ChosenJobs({ plan: { choices }, inputs }: { plan: Plan; inputs: Record<string, string> }) {
  const navigate = useNavigate()
  const submitJobs = (form: HTMLFormElement | null) => {
    if (!form) return
    const jobs = [...new FormData(form)].flatMap(([name, value]) => (name === 'jobs' && typeof value === 'string' ? [value] : []))
    void navigate(paths.plan({ ...inputs, jobs: jobs.join(',') }), { replace: true, preventScrollReset: true })
  }
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    submitJobs(event.currentTarget.form)
  }
  return (
    <form
      action={paths.plan()}
      className={styles.chosen}
      aria-label="Jobs in the plan"
      onChange={(event: FormEvent<HTMLFormElement>) => submitJobs(event.currentTarget)}
    >
      {Object.entries(inputs)
        .filter(([name]) => name !== 'jobs')
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      <fieldset>
        <legend>Jobs in the plan</legend>
        {choices.map(({ job, label, isChosen }) => (
          <label key={`${job} ${isChosen}`}>
            <input type="checkbox" name="jobs" value={job} defaultChecked={isChosen} />
            {label}
          </label>
        ))}
      </fieldset>
      <noscript>
        <button type="submit" className="btn" data-variant="quiet">
          Show
        </button>
      </noscript>
      <button type="submit" className="visuallyHidden" tabIndex={-1} onClick={handleClick}>
        Show this plan
      </button>
    </form>
  )
}
