import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'
import * as styles from './demo-note.module.css'

/** Says on the page of demo content what is invented, with a link to the explanation. */
export function DemoNote({ text }: { text: string }) {
  return (
    <p className={`hint ${styles.note}`} data-part="demo-note">
      {text} <Link to={paths.about('mission')}>About demo content</Link>
    </p>
  )
}
