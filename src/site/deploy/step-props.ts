import type { DeployState } from './deploy-state.ts'
import type { DeployStep } from './deploy-labels.ts'

/** What every step gets. */
export interface StepProps {
  assistant: DeployState
  go: (step: DeployStep) => void
  deploy: () => void
}
