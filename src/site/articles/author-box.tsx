import type { Expert } from '#features/experts/expert.client.ts'
import { Avatar } from '#ui/avatar.tsx'

/** Who wrote it, and what could sway them. */
export function AuthorBox({ expert }: { expert: Expert }) {
  return (
    <section className="author-box" aria-label="About the author">
      <Avatar id={expert.id} name={expert.name} src={expert.avatarUrl} size="l" />
      <h2>{expert.name}</h2>
      <p className="author-box-title">{expert.title}</p>
      <p className="author-box-bio">{expert.bio}</p>
      <p className="author-box-interest">
        <b>Declared interest</b> {expert.interest}
      </p>
    </section>
  )
}
