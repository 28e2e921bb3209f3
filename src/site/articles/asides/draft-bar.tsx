import type { Article } from '#features/articles/article.client.ts'
import { paths } from '#site/paths.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import * as styles from './draft-bar.module.css'

/** Bar above an unpublished article. It says whether the article is a draft or scheduled, and links to the editor. */
export function DraftBar({ article: { id, unpublished, publishedAt } }: { article: Article }) {
  return (
    <aside className={styles.draftBar} aria-label="About this draft">
      <p className="container">
        <Icon name="eye-off" />
        <span>
          {unpublished === 'scheduled' ? (
            <>
              <b>Scheduled: only administrators see this</b> until <ShortTime date={publishedAt} end="." />
            </>
          ) : (
            <b>Draft: only administrators see this</b>
          )}
        </span>
        <Link to={paths.editArticle(id)}>Back to the editor</Link>
      </p>
    </aside>
  )
}
