import { ButtonLink } from '#ui/button.tsx'
import { Meta } from '#site/meta.tsx'

export function NotFoundPage() {
  return (
    <div className="wrap section">
      <Meta title="404 Page Not Found" noIndex />
      <h1>404 Page Not Found</h1>
      <p className="deck">Did you forget to add the page to the router?</p>
      <ButtonLink to="/">Return Home</ButtonLink>
    </div>
  )
}
