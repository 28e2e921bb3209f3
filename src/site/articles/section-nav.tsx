import { Link } from '#ui/link.tsx'
import { useCurrentSection } from './use-current-section.ts'
import './section-nav.css'

/** Links to the sections of a long page, with the one being read marked. */
export function SectionNav({ label, sections }: { label: string; sections: { id: string; text: string }[] }) {
  const current = useCurrentSection(sections.map(({ id }) => id))
  return (
    <nav className="section-nav" aria-label={label}>
      <p className="section-nav-title">{label}</p>
      <ol>
        {sections.map(({ id, text }) => (
          <li key={id}>
            <Link to={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {text}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
