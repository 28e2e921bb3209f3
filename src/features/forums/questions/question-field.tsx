import * as styles from '#features/forums/new-topic.module.css'

interface QuestionFieldProps {
  checked: boolean
  disabled: boolean
  onChange: (isQuestion: boolean) => void
}

/** Renders the checkbox that makes a topic a question. */
export function QuestionField({ checked, disabled, onChange }: QuestionFieldProps) {
  return (
    <label className={styles.question}>
      <input type="checkbox" name="isQuestion" disabled={disabled} checked={checked} onChange={({ target }) => onChange(target.checked)} />
      <span>
        This is a question
        <small>You can then accept the reply that answers it.</small>
      </span>
    </label>
  )
}
