import { wrapTables } from '#ui/text/long-text.ts'
import { ReadingText } from '#site/articles/text/reading-text.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { splitQuestions } from './questions.ts'
import * as styles from './about.module.css'

/** FAQ as native <details>: works without JavaScript, and find-in-page opens matching questions. */
export function AboutQuestions({ html }: { html: string }) {
  const { before, questions } = splitQuestions(html)
  return (
    <>
      {before && <ReadingText html={before} />}
      <div className={styles.questions}>
        {questions.map(({ question, answer }) => (
          <details key={question}>
            <summary>
              <h3 dangerouslySetInnerHTML={{ __html: question }} />
              <Icon name="plus" />
            </summary>
            <ReadingText html={wrapTables(answer)} />
          </details>
        ))}
      </div>
    </>
  )
}
