import type { ReactNode } from 'react'

interface ScrollRegionProps {
  /** What lies in it, for those who hear rather than see it. */
  label: string
  /** `region` is announced as a place of the page; `group` for one of several small ones. */
  role?: 'region' | 'group' | undefined
  className?: string | undefined
  children: ReactNode
}

/** A box that scrolls by itself: the keyboard must be able to reach it (WCAG 2.1.1). */
export function ScrollRegion({ label, role = 'region', className, children }: ScrollRegionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={className} tabIndex={0} role={role} aria-label={label}>
      {children}
    </div>
  )
}
