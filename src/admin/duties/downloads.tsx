import { DOCUMENT_FORMATS, type DocumentFormat } from '#features/duties/duty.client.ts'
import { entriesOf } from '#platform/client/typed-entries.client.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import * as styles from './duties.module.css'

/** Renders the links to the files of a document. @param props.what completes their names for screen readers: `Download PDF of …` */
export function Downloads({ urlOf, what }: { urlOf: (format: DocumentFormat) => string; what: string }) {
  return (
    <p className={styles.downloads}>
      {entriesOf(DOCUMENT_FORMATS).map(([format, label]) => (
        <a key={format} className="btn" data-variant="quiet" data-size="s" href={urlOf(format)} download>
          <Icon name="download" />
          {label}
          <span className="visuallyHidden"> of {what}</span>
        </a>
      ))}
    </p>
  )
}
