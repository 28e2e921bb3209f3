import * as styles from './demo-chip.module.css'

/** Explains a chip in its tooltip, and in a notice next to it. */
export const DEMO_EXPLANATION = 'Invented content that shows how this site works'

/** Marks something invented: demo content. Put it next to a name, outside its link and heading. */
export function DemoChip() {
  return (
    <span className={styles.demo} data-part="demo" title={DEMO_EXPLANATION}>
      Demo<span className="visuallyHidden"> content</span>
    </span>
  )
}
