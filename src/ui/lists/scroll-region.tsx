import type { ReactNode } from 'react'

interface ScrollRegionProps {
  /** Accessible name. */
  label: string
  /** `region` is a landmark; use `group` for one of several small boxes. */
  role?: 'region' | 'group' | undefined
  className?: string | undefined
  children: ReactNode
}

/** Scroll container that can be reached and scrolled with the keyboard (WCAG 2.2 2.1.1). */
export function ScrollRegion({ label, role = 'region', className, children }: ScrollRegionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={className} tabIndex={0} role={role} aria-label={label}>
      {children}
    </div>
  )
}
