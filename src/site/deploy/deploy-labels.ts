/** What the form, the summary and the preview call things. */
import type { DeployAnswers, FeatureName } from './deploy-state.ts'

export const DEPLOY_STEPS = ['Basic Info', 'Features', 'Deployment'] as const
export type DeployStep = 1 | 2 | 3

export const FEATURE_LABELS: Record<FeatureName, { label: string; text: string }> = {
  products: { label: 'Products', text: 'A catalogue with figures, prices and ratings, and enquiries that reach you.' },
  articles: { label: 'Articles', text: 'Guides that you write, sorted into six categories, with search.' },
  forums: { label: 'Forums', text: 'Questions and answers by category. You can lock, pin and hide what is posted.' },
  expertAdvice: { label: 'Expert advice', text: 'Named experts and their articles on the home page.' },
  userAccounts: {
    label: 'User accounts',
    text: 'People sign up, which allows reviews, forum participation and comments under their own name.',
  },
}

export const ANALYTICS_LABELS = { label: 'Analytics', text: 'Page views per day for your back-office. No cookies, no third party.' }

export const CONTENT_LABELS: Record<DeployAnswers['content'], { label: string; text: string }> = {
  starter: { label: 'Starter content', text: 'A few guides, products and topics to change or delete, so that no page is bare.' },
  empty: { label: 'Empty', text: 'Only the six categories. You write everything yourself.' },
}

/** Where a field stands, for an answer of the server that is about it. */
export const parseStep = (field: string): DeployStep => (/^(features|analyticsEnabled)/.test(field) ? 2 : 1)
