import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { useCurrentSection } from './use-current-section.ts'
import './section-nav.css'

interface SectionNavProps {
  label: string
  sections: { id: string; text: string }[]
}

/** Links to the sections of a long page, with the one being read marked. */
export function SectionNav({ label, sections }: SectionNavProps) {
  const current = useCurrentSection(sections.map(({ id }) => id))
  return (
    <nav className="section-nav" aria-label={label}>
      <p className="section-nav-title">{label}</p>
      <Sections sections={sections} current={current} />
    </nav>
  )
}

/** The same where there is no room beside the text: closed, with how many there are. A browser opens it without our script. */
export function SectionFold({ label, sections }: SectionNavProps) {
  return (
    <details className="section-fold">
      <summary>
        {label} <span className="num">{sections.length} sections</span>
        <Icon name="plus" />
      </summary>
      <nav className="section-nav" aria-label={label}>
        <Sections sections={sections} />
      </nav>
    </details>
  )
}

function Sections({ sections, current }: { sections: SectionNavProps['sections']; current?: string | undefined }) {
  return (
    <ol>
      {sections.map(({ id, text }) => (
        <li key={id}>
          <Link to={`#${id}`} aria-current={id === current ? 'location' : undefined}>
            {text}
          </Link>
        </li>
      ))}
    </ol>
  )
}
