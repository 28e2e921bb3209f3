/** Feature switches with their texts, from which the forms are generated. */
import type { FeatureName } from '#platform/contract/context.ts'

export interface FeatureSwitch {
  label: string
  /** Description of the feature, for the launch wizard. */
  about: string
  /** Effect of turning it off, for the site's administrator. */
  off: string
}

export const FEATURE_SWITCHES: Record<FeatureName, FeatureSwitch> = {
  products: {
    label: 'Products',
    about: 'A catalogue with figures, prices and ratings, and enquiries that reach you.',
    off: 'Off: the catalogue, its reviews and enquiries leave the menu, the pages and the API.',
  },
  articles: {
    label: 'Articles',
    about: 'Guides that you write, sorted into six categories, with search.',
    off: 'Off: the guides leave the menu, the pages, the search and the API.',
  },
  forums: {
    label: 'Forums',
    about: 'Questions and answers by category. You can lock, pin and hide what is posted.',
    off: 'Off: the forum leaves the menu, the pages and the API. Nothing in it is lost.',
  },
  expertAdvice: {
    label: 'Expert advice',
    about: 'Named experts and their articles on the home page.',
    off: 'Off: the experts and their articles leave the home page and the API.',
  },
  tools: {
    label: 'Tools',
    about: 'Twelve sums for one’s own home, from solar to grants, with a range, a date and a source for each figure.',
    off: 'Off: the tools leave the footer, the pages and the API. Guides show a link less.',
  },
  userAccounts: {
    label: 'User accounts',
    about: 'People sign up, which allows reviews, forum participation and comments under their own name.',
    off: 'Off: nobody can sign up, and nobody has a profile. Administrators still sign in.',
  },
}
