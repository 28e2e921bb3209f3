import { splitAtQuantities } from '#wording/no-break-spaces.ts'
import * as styles from './no-break-text.module.css'

/**
 * Renders a text without line breaks between a number and its unit. CSS prevents them, because no-break spaces would end up in copied text.
 */
export function NoBreakText({ text }: { text: string }) {
  const parts = splitAtQuantities(text)
  // `bdi` implies `dir="auto"` and isolates the text's direction from the text around it.
  if (parts.length === 1) return <bdi>{text}</bdi>
  return (
    <bdi>
      {parts.map((part, index) =>
        index % 2 ? (
          <span key={index} className={styles.unbroken}>
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </bdi>
  )
}
