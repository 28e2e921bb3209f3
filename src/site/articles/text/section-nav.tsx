import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { useCurrentSection } from './use-current-section.ts'
import * as styles from './section-nav.module.css'

interface SectionNavProps {
  label: string
  sections: { id: string; text: string }[]
}

/** Table of contents for a long page. It marks the section that is being read. */
export function SectionNav({ label, sections }: SectionNavProps) {
  const currentId = useCurrentSection(sections.map(({ id }) => id))
  return (
    <nav data-part="section-nav" className={styles.sectionNav} aria-label={label}>
      <p className={styles.sectionNavTitle}>{label}</p>
      <Sections sections={sections} currentId={currentId} />
    </nav>
  )
}

/** Collapsible table of contents for narrow screens, with the number of sections. It works without JavaScript. */
export function SectionFold({ label, sections }: SectionNavProps) {
  return (
    <details data-part="section-fold" className={`${styles.sectionFold} no-print`}>
      <summary>
        {label} <span className="num">{sections.length} sections</span>
        <Icon name="plus" />
      </summary>
      <nav data-part="section-nav" className={styles.sectionNav} aria-label={label}>
        <Sections sections={sections} />
      </nav>
    </details>
  )
}

function Sections({ sections, currentId }: { sections: SectionNavProps['sections']; currentId?: string | undefined }) {
  return (
    <ol>
      {sections.map(({ id, text }) => (
        <li key={id}>
          <Link to={`#${id}`} aria-current={id === currentId ? 'location' : undefined}>
            {text}
          </Link>
        </li>
      ))}
    </ol>
  )
}
