import type { DeployState } from './deploy-state.ts'
import type { DeployStep } from './deploy-labels.ts'

/** What every step gets. */
export interface StepProps {
  assistant: DeployState
  /** The step is being checked. */
  checking: boolean
  go: (step: DeployStep) => void
}
