import { useQuery } from '@tanstack/react-query'
import { adminArticleQuery } from '#features/articles/editing/article-editing.client.ts'
import { expertsQuery } from '#features/experts/expert.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { EditArticle } from './article-editor.tsx'
import * as styles from '#admin/editor/editor-sheet.module.css'

/** Loads the current version of an article with its content and opens the editor. */
export function EditArticleById({ id, onClose }: { id: number; onClose: () => void }) {
  // The article is never taken from the cache, because saving an outdated version ends in a conflict.
  const article = useQuery({ ...adminArticleQuery(id), staleTime: 0, gcTime: 0, refetchOnMount: 'always' })
  const experts = useQuery(expertsQuery())
  if (article.data && !experts.isPending) return <EditArticle article={article.data} onClose={onClose} />
  return (
    <Dialog
      open
      side="right"
      title="Quick Edit Article"
      className={`${styles.editorSheet} ${styles.editorSheetWide}`}
      onOpenChange={(open) => !open && onClose()}
    >
      {article.isError ? (
        <ErrorState
          title="The article could not be loaded"
          text={article.error.status === 404 ? 'It has been deleted.' : undefined}
          action={
            <Button variant="quiet" onClick={() => void article.refetch()}>
              Try again
            </Button>
          }
        />
      ) : (
        <Spinner label="Loading the article" />
      )}
    </Dialog>
  )
}
