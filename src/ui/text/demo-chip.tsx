import * as styles from './demo-chip.module.css'

/** Tooltip of every chip. */
const EXPLANATION = 'Invented content that shows how this site works'

/** Marks something invented: demo content. Put it next to a name, outside its link and heading. */
export function DemoChip() {
  return (
    <span className={styles.demo} data-part="demo" title={EXPLANATION}>
      Demo<span className="visuallyHidden"> content</span>
    </span>
  )
}
