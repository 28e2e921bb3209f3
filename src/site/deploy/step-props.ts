import type { DeployState } from './deploy-state.ts'
import type { DeployStep } from './deploy-labels.ts'

/** Props that every step of the wizard receives. */
export interface StepProps {
  state: DeployState
  /** Whether the step is being validated, or the next one is about to be shown. */
  isChecking: boolean
  goToStep: (step: DeployStep) => void
}
