import type { ReactNode } from 'react'
import { joinClasses } from '#ui/styles/join-classes.ts'
import * as styles from './badge.module.css'

interface BadgeProps {
  variant?: 'default' | 'secondary' | 'destructive' | 'outline' | undefined
  className?: string | undefined
  children: ReactNode
}

/** Renders a pill with a short text. `secondary` uses the colours of the surrounding category, if there is one. */
export function Badge({ variant = 'default', className, children }: BadgeProps) {
  return (
    <span className={joinClasses(styles.badge, className)} data-part="badge" data-variant={variant === 'default' ? undefined : variant}>
      {children}
    </span>
  )
}
