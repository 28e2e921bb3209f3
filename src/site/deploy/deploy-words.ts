/** What the form, the summary and the preview call things. */
import type { Answers, FeatureName } from './deploy-answers.ts'

export const STEPS = ['Basic Info', 'Features', 'Deployment'] as const
export type Step = 1 | 2 | 3

export const FEATURES: Record<FeatureName, { label: string; text: string }> = {
  products: { label: 'Products', text: 'A catalogue with figures, prices and ratings, and enquiries that reach you.' },
  articles: { label: 'Articles', text: 'Guides that you write, sorted into six categories, with search.' },
  forums: { label: 'Forums', text: 'Questions and answers by category. You can lock, pin and hide what is posted.' },
  expertAdvice: { label: 'Expert advice', text: 'Named experts and their articles on the home page.' },
  userAccounts: {
    label: 'User accounts',
    text: 'People sign up, which allows reviews, forum participation and comments under their own name.',
  },
}

export const ANALYTICS = { label: 'Analytics', text: 'Page views per day for your back-office. No cookies, no third party.' }

export const CONTENT: Record<Answers['content'], { label: string; text: string }> = {
  starter: { label: 'Starter content', text: 'A few guides, products and topics to change or delete, so that no page is bare.' },
  empty: { label: 'Empty', text: 'Only the six categories. You write everything yourself.' },
}

/** Where a field stands, for an answer of the server that is about it. */
export const stepOf = (field: string): Step => (/^(features|analyticsEnabled)/.test(field) ? 2 : 1)
