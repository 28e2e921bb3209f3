import { joinClasses } from '#ui/styles/join-classes.ts'
import * as styles from './progress-bar.module.css'

interface ProgressProps {
  /** Progress in percent, 0 to 100; other values are clamped. */
  value: number
  label: string
  className?: string | undefined
}

/** Renders a progress bar; `label` is its accessible name. */
export function ProgressBar({ value, label, className }: ProgressProps) {
  const percent = Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 0
  return (
    <progress className={joinClasses(styles.progress, className)} max={100} value={percent} aria-label={label}>
      {Math.round(percent)}%
    </progress>
  )
}
