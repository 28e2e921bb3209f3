import { NOUNS } from '#wording/nouns.ts'
import { createStarPaths } from '#ui/pictures/star-paths.ts'
import * as styles from './star-input.module.css'
import { useWording } from '#ui/text/use-wording.ts'

const starPath = createStarPaths(0, 1)

interface StarInputProps {
  name: string
  /** Rating from 1 to 5; 0 or `null` while nothing is chosen. */
  value: number | null
  onChange: (value: number) => void
  /** Accessible name; not used with an `id`, because the label of the `Field` is then the name. */
  label?: string
  /** This prop and the following three come from a `Field`. */
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  required?: boolean | undefined
}

/** Renders a rating input of one to five stars as native radio buttons, so that keyboard, labels and form submission work. */
export function StarInput({ name, value, onChange, label = 'Rating', id, required, ...aria }: StarInputProps) {
  const { count } = useWording()
  return (
    <div
      className={styles.stars}
      data-part="star-input"
      role="radiogroup"
      id={id}
      aria-labelledby={id ? `${id}-label` : undefined}
      aria-label={id ? undefined : label}
      aria-required={required || undefined}
      {...aria}
    >
      {[1, 2, 3, 4, 5].map((stars) => (
        <label key={stars} data-lit={stars <= (value ?? 0) || undefined}>
          <input type="radio" name={name} value={stars} checked={stars === value} required={required} onChange={() => onChange(stars)} />
          <span className="visuallyHidden">{count(stars, NOUNS.star)}</span>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={starPath} />
          </svg>
        </label>
      ))}
    </div>
  )
}
