import { useIsAdmin, useIsSessionKnown } from '#features/accounts/sessions/signed-in.client.ts'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'

/** Links administrators to the editor. Until the session is known, a disabled link reserves its space, to avoid a layout shift. */
export function EditArticleLink({ id }: { id: number }) {
  const isAdmin = useIsAdmin()
  const isSessionKnown = useIsSessionKnown()
  const label = 'Edit this article'
  if (!isSessionKnown)
    return (
      <li className="no-print" data-for="admin">
        <a aria-disabled="true">{label}</a>
      </li>
    )
  if (!isAdmin) return null
  return (
    <li className="no-print">
      <Link to={paths.editArticle(id)}>{label}</Link>
    </li>
  )
}
