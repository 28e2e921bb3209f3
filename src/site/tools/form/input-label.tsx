import { useWording } from '#ui/text/use-wording.ts'
import * as styles from './tool-form.module.css'

/** Label of an input, followed by its unit. */
export function InputLabel({ label, unit }: { label: string; unit: string }) {
  const { symbol } = useWording()
  const unitLabel = unit === 'share' ? '%' : unit.replace('£', symbol)
  return (
    <>
      {label}
      {unitLabel && <span className={styles.unit}>{`\u00a0${unitLabel}`}</span>}
    </>
  )
}
