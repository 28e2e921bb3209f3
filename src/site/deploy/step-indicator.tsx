import { Link } from '#ui/router/link.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { paths } from '#site/paths.ts'
import { DEPLOY_STEPS, type DeployStep } from './deploy-labels.ts'
import * as styles from './deploy.module.css'

/** Lists the steps of the wizard. Earlier steps are links. Later steps are not: the Continue button leads to them. */
export function StepIndicator({ step }: { step: DeployStep }) {
  return (
    <ol className={styles.deploySteps} aria-label="Steps">
      {DEPLOY_STEPS.map((name, index) => {
        const itemStep = (index + 1) as DeployStep
        const isDone = itemStep < step
        return (
          <li key={name} aria-current={itemStep === step ? 'step' : undefined} className={isDone ? styles.done : undefined}>
            <span className={`${styles.deployStepMark} num`} aria-hidden="true">
              {isDone ? <Icon name="check" /> : itemStep}
            </span>
            {isDone ? (
              <Link to={paths.deploy(itemStep)}>
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
