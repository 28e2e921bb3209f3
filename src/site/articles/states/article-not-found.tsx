import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'

/** Replaces the page of an article that does not exist. @param isDeleted whether the article existed and was deleted (410) */
export function ArticleNotFound({ isDeleted }: { isDeleted: boolean }) {
  return (
    <div className="container">
      <PageMeta title="Article Not Found" noIndex />
      <EmptyState
        level={1}
        art={<img src="/art/scenes/not-found.svg" alt="" width={320} height={224} />}
        title="Article Not Found"
        text={
          isDeleted
            ? 'There was an article at this address, and it has been removed.'
            : 'There is no article at this address. It may have been moved or taken down.'
        }
        action={<ButtonLink to={paths.articles()}>Back to articles</ButtonLink>}
      />
    </div>
  )
}
