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
    about: 'A catalogue with specifications, prices and ratings, and enquiries sent to you.',
    off: 'Off: the catalogue, its reviews and enquiries are removed from the menu, the pages and the API.',
  },
  articles: {
    label: 'Articles',
    about: 'Guides that you write, sorted into six categories, with search.',
    off: 'Off: the guides are removed from the menu, the pages, the search and the API.',
  },
  forums: {
    label: 'Forums',
    about: 'Questions and answers by category. You can lock, pin and hide what is posted.',
    off: 'Off: the forum is removed from the menu, the pages and the API. Its posts are not deleted.',
  },
  expertAdvice: {
    label: 'Expert advice',
    about: 'Named experts and their articles on the home page.',
    off: 'Off: the experts and their articles are removed from the home page and the API.',
  },
  tools: {
    label: 'Tools',
    about: 'Calculators for your own home, from solar to grants, with a range, a date and a source for each number.',
    off: 'Off: the tools are removed from the footer, the pages and the API, and guides do not link to them.',
  },
  userAccounts: {
    label: 'User accounts',
    about: 'People sign up, which allows reviews, forum participation and comments under their own name.',
    off: 'Off: sign-up and profiles are disabled. Administrators can still sign in.',
  },
}
