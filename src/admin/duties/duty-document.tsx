/** Renders a record as it is exported. */
import type { DocumentBlock } from '#features/duties/duty-document.policy.ts'
import * as styles from './duties.module.css'

export function DutyDocument({ blocks, label }: { blocks: readonly DocumentBlock[]; label: string }) {
  return (
    <article className={styles.document} aria-label={label}>
      {blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </article>
  )
}

function Block({ block }: { block: DocumentBlock }) {
  if (block.kind === 'heading') {
    // The page's title is the first heading.
    const Heading = `h${(block.level + 1) as 2 | 3 | 4}` as const
    return <Heading dir="auto">{block.text}</Heading>
  }
  if (block.kind === 'text') return <p>{block.text}</p>
  if (block.kind === 'answer')
    return (
      <p className={styles.answer} dir="auto">
        {block.text}
      </p>
    )
  if (block.kind === 'links') return <SourceList links={block.links} />
  return <Facts facts={block.facts} />
}

export const SourceList = ({ links }: { links: readonly { title: string; url: string }[] }) => (
  <ul className={styles.sources}>
    {links.map(({ title, url }) => (
      <li key={url}>
        <a href={url} rel="noopener">
          {title}
        </a>
      </li>
    ))}
  </ul>
)

export const Facts = ({ facts }: { facts: readonly { label: string; value: string }[] }) => (
  <dl className={styles.facts}>
    {facts.map(({ label, value }, index) => (
      <div key={index}>
        <dt>{label}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    ))}
  </dl>
)
