import * as styles from './spinner.module.css'

/** Says that something is on its way; `label` is read out, not shown. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <span className={styles.spinner} role="status">
      <span className={styles.spin} aria-hidden="true" />
      <span className="visuallyHidden">{label}</span>
    </span>
  )
}
