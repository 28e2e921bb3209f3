import { Link } from '#ui/link.tsx'
import { Icon } from '#ui/icon.tsx'
import { paths } from '#site/paths.ts'
import { STEPS, type Step } from './deploy-words.ts'

/** Where one is. What lies behind can be gone back to; what lies ahead comes with Continue. */
export function StepIndicator({ step }: { step: Step }) {
  return (
    <ol className="deploy-steps" aria-label="Steps">
      {STEPS.map((name, index) => {
        const number = (index + 1) as Step
        const isDone = number < step
        return (
          <li key={name} aria-current={number === step ? 'step' : undefined} className={isDone ? 'done' : undefined}>
            <span className="deploy-step-mark num" aria-hidden="true">
              {isDone ? <Icon name="check" /> : number}
            </span>
            {isDone ? (
              <Link to={paths.deploy(number)}>
                {name}
                <span className="vh">, done</span>
              </Link>
            ) : (
              <span>{name}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
