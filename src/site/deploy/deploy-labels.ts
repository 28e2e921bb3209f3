/** Labels that several steps of the launch wizard share. */
import type { DeployAnswers } from './deploy-state.ts'

export const DEPLOY_STEPS = ['Basic Info', 'Features', 'Deployment'] as const
export type DeployStep = 1 | 2 | 3

export const ANALYTICS_LABELS = { label: 'Analytics', text: 'Page views per day for your back-office. No cookies, no third party.' }

export const CONTENT_LABELS: Record<DeployAnswers['content'], { label: string; text: string }> = {
  starter: { label: 'Starter content', text: 'A few sample guides, products and topics that you can change or delete.' },
  empty: { label: 'Empty', text: 'Only the six categories. You add all the content yourself.' },
}

/** Returns the step with a field, so that the server's validation error can be shown there. */
export const findStepOfField = (field: string): DeployStep => (/^(features|analyticsEnabled)/.test(field) ? 2 : 1)
