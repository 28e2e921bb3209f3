import type { Assistant } from './deploy-answers.ts'
import type { Step } from './deploy-words.ts'

/** What every step gets. */
export interface StepProps {
  assistant: Assistant
  go: (step: Step) => void
  deploy: () => void
}
