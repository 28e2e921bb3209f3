import { wrapTables } from '#ui/text/long-text.ts'
import { ReadingText } from '#site/articles/text/reading-text.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { splitQuestions } from './questions.ts'
import * as styles from './about.module.css'

/** Shows the FAQ in native <details> elements: they work without JavaScript, and find-in-page opens the one with a match. */
export function AboutQuestions({ html }: { html: string }) {
  const { introduction, questions } = splitQuestions(html)
  return (
    <>
      {introduction && <ReadingText html={introduction} />}
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
