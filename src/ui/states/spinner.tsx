import * as styles from './spinner.module.css'

/** Renders a loading spinner; `label` is for screen readers only. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <span className={styles.spinner} role="status">
      <span className={styles.spin} aria-hidden="true" />
      <span className="visuallyHidden">{label}</span>
    </span>
  )
}
