import { Meta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

export function ArticleNotFound({ isGone }: { isGone: boolean }) {
  const title = isGone ? 'Article Removed' : 'Article Not Found'
  return (
    <div className="wrap">
      <Meta title={title} noIndex />
      <EmptyState
        level={1}
        art={<img src="/art/scenes/not-found.svg" alt="" width={320} height={224} />}
        title={title}
        text={
          isGone
            ? 'This article was here, and has been removed.'
            : 'There is no article at this address. It may have been moved or taken down.'
        }
        action={<ButtonLink to={paths.articles()}>Back to articles</ButtonLink>}
      />
    </div>
  )
}
