import type { BreadcrumbStep } from '#ui/text/breadcrumb.tsx'
import { absoluteUrl, type PageLocation } from './page-location.ts'
import type { BreadcrumbList } from './vocabulary.ts'

/** Returns breadcrumbs with their full names. Steps without a link are omitted, except for the last step, which is the page itself. */
export function breadcrumbData(location: PageLocation, crumbs: readonly BreadcrumbStep[]): BreadcrumbList {
  const steps = crumbs.filter(({ to }, index) => to !== undefined || index === crumbs.length - 1)
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ label, fullName = label, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: fullName,
      ...(to === undefined ? {} : { item: absoluteUrl(location, to) }),
    })),
  }
}
