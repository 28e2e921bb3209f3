import { useIsAdmin, useIsSessionKnown } from '#features/accounts/sessions/signed-in.client.ts'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'

/** Among an article's facts, for administrators. Its space is reserved until the session is known. */
export function EditArticleLink({ id }: { id: number }) {
  const isAdmin = useIsAdmin()
  const isKnown = useIsSessionKnown()
  const words = 'Edit this article'
  if (!isKnown)
    return (
      <li className="no-print" data-for="admin">
        <a aria-disabled="true">{words}</a>
      </li>
    )
  if (!isAdmin) return null
  return (
    <li className="no-print">
      <Link to={paths.editArticle(id)}>{words}</Link>
    </li>
  )
}
