import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'

interface BadgeProps {
  variant?: 'default' | 'secondary' | 'destructive' | 'outline' | undefined
  className?: string | undefined
  children: ReactNode
}

/** A short word on a pill. `secondary` takes the colours of the category around it, if there is one. */
export function Badge({ variant = 'default', className, children }: BadgeProps) {
  return <span className={joinClasses('badge', variant !== 'default' && `badge-${variant}`, className)}>{children}</span>
}
