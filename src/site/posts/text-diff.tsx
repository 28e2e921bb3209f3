/** Shows the words that were inserted into and deleted from a text. Part of the lazy chunk of the history, because it needs a library. */
import { diffWordsWithSpace } from 'diff'
import * as styles from './posts.module.css'

/** Limit for one comparison; rewritten long texts would take seconds, and are shown without marks instead. */
const TIMEOUT_MS = 200

interface TextDiffProps {
  before: string
  after: string
}

/** Insertions are underlined and deletions struck through, so that they do not differ by colour alone. */
export function TextDiff({ before, after }: TextDiffProps) {
  const parts = diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS })
  if (!parts) return <>{after}</>
  return parts.map(({ value, added, removed }, index) => {
    const key = `${index} ${value.length}`
    if (added)
      return (
        <ins key={key} className={styles.inserted}>
          <span className="visuallyHidden">[added: </span>
          {value}
          <span className="visuallyHidden">]</span>
        </ins>
      )
    if (removed)
      return (
        <del key={key} className={styles.deleted}>
          <span className="visuallyHidden">[removed: </span>
          {value}
          <span className="visuallyHidden">]</span>
        </del>
      )
    return <span key={key}>{value}</span>
  })
}
