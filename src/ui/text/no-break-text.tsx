import { splitAtQuantities } from '#wording/no-break-spaces.ts'
import * as styles from './no-break-text.module.css'

/** A text in which no line ends between a figure and its unit. The words stay as they are: an unusual space would be copied along. */
export function NoBreakText({ text }: { text: string }) {
  const parts = splitAtQuantities(text)
  // `bdi` takes its direction from its own text, as `dir="auto"` does, and does not reorder what is beside it.
  if (parts.length === 1) return <bdi>{text}</bdi>
  return (
    <bdi>
      {parts.map((part, at) =>
        at % 2 ? (
          <span key={at} className={styles.unbroken}>
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </bdi>
  )
}
