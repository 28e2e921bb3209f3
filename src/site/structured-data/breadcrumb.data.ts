import type { BreadcrumbStep } from '#ui/text/breadcrumb.tsx'
import { absoluteUrl, type PageLocation } from './page-location.ts'
import type { BreadcrumbList } from './vocabulary.ts'

/** The same steps that the page shows, by their whole names. One in the middle that leads nowhere is left out; the last is the page itself. */
export function breadcrumbData(place: PageLocation, crumbs: readonly BreadcrumbStep[]): BreadcrumbList {
  const steps = crumbs.filter(({ to }, index) => to !== undefined || index === crumbs.length - 1)
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ label, whole = label, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: whole,
      ...(to === undefined ? {} : { item: absoluteUrl(place, to) }),
    })),
  }
}
