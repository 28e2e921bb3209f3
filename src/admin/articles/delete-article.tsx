import { useMutation } from '@tanstack/react-query'
import { deleteArticle, type ArticleDraft } from '#features/articles/editing/article-editing.client.ts'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { toast } from '#ui/overlays/toast-store.ts'

/** Asks for confirmation and deletes the article permanently: articles do not go to the trash. */
export function DeleteArticle({ article, onClose }: { article: ArticleDraft; onClose: () => void }) {
  const deletion = useMutation({
    networkMode: 'always',
    mutationFn: () => deleteArticle(article.id),
    onSuccess: () => toast({ title: 'Article deleted' }),
    onError: (error) => toast({ title: `Failed to delete article: ${error.message}`, tone: 'destructive' }),
    onSettled: onClose,
  })
  return (
    <Confirm
      open
      question="Are you sure you want to delete this article? This action cannot be undone."
      confirmLabel="Delete"
      tone="danger"
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate()}
      onCancel={onClose}
    />
  )
}
