import type { ReactNode } from 'react'

interface ScrollRegionProps {
  /** Accessible name. */
  label: string
  /** ARIA role. `region` (default) is a landmark; use `group` for one of several small boxes. */
  role?: 'region' | 'group' | undefined
  className?: string | undefined
  children: ReactNode
}

/** Renders a scroll container that users can reach and scroll with the keyboard (WCAG 2.2 2.1.1). */
export function ScrollRegion({ label, role = 'region', className, children }: ScrollRegionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={className} tabIndex={0} role={role} aria-label={label}>
      {children}
    </div>
  )
}
