import { useIsAdmin } from '#features/accounts/sessions/signed-in.client.ts'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'

/** Among an article's facts, for administrators. */
export function EditArticleLink({ id }: { id: number }) {
  if (!useIsAdmin()) return null
  return (
    <li className="no-print">
      <Link to={paths.editArticle(id)}>Edit this article</Link>
    </li>
  )
}
