import { Link } from '#ui/router/link.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { paths } from '#site/paths.ts'
import { DEPLOY_STEPS, type DeployStep } from './deploy-labels.ts'
import * as styles from './deploy.module.css'

/** Steps of the wizard. Completed steps are links; later ones are reached with Continue. */
export function StepIndicator({ step }: { step: DeployStep }) {
  return (
    <ol className={styles.deploySteps} aria-label="Steps">
      {DEPLOY_STEPS.map((name, index) => {
        const number = (index + 1) as DeployStep
        const isDone = number < step
        return (
          <li key={name} aria-current={number === step ? 'step' : undefined} className={isDone ? styles.done : undefined}>
            <span className={`${styles.deployStepMark} num`} aria-hidden="true">
              {isDone ? <Icon name="check" /> : number}
            </span>
            {isDone ? (
              <Link to={paths.deploy(number)}>
                {name}
                <span className="visuallyHidden">, done</span>
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
