import type { DeployState } from './deploy-state.ts'
import type { DeployStep } from './deploy-labels.ts'

/** Props of every step. */
export interface StepProps {
  state: DeployState
  /** True while the step is being validated. */
  isChecking: boolean
  goToStep: (step: DeployStep) => void
}
