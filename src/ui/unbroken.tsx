import { splitAtQuantities } from '#wording/keep-together.ts'
import * as styles from './unbroken.module.css'

/** A text in which no line ends between a figure and its unit. The words stay as they are: an unusual space would be copied along. */
export function Unbroken({ text }: { text: string }) {
  const parts = splitAtQuantities(text)
  if (parts.length === 1) return text
  return parts.map((part, at) =>
    at % 2 ? (
      <span key={at} className={styles.unbroken}>
        {part}
      </span>
    ) : (
      part
    ),
  )
}
