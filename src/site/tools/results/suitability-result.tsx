/** Verdict of whether a home suits a heat pump, with the reasons and what helps with each. */
import type { ToolForm, ToolReply } from '#features/tools/tool.client.ts'
import { Link } from '#ui/router/link.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { paths } from '#site/paths.ts'
import * as figureStyles from './result-figure.module.css'
import * as styles from './suitability-result.module.css'

type Suitability = NonNullable<ToolReply['suitability']>

const VERDICT_TONES = { likely: 'good', 'with-work': 'good', 'ask-first': 'warn', 'other-ways': 'bad' } as const
const REASON_LABELS = {
  stop: { label: 'Speaks against it', tone: 'bad' },
  permission: { label: 'Ask', tone: 'warn' },
  work: { label: 'Work', tone: 'warn' },
  check: { label: 'Find out', tone: undefined },
  good: { label: 'Fits', tone: 'good' },
} as const

export function SuitabilityVerdict({ suitability: { verdict, title, summary } }: { suitability: Suitability }) {
  return (
    <div className={styles.verdict} data-tone={VERDICT_TONES[verdict]}>
      <p className={styles.title}>{title}</p>
      <p>{summary}</p>
    </div>
  )
}

export function SuitabilityReasons({ suitability, form }: { suitability: Suitability; form: Pick<ToolForm, 'guides' | 'next'> }) {
  return (
    <figure className={figureStyles.figure}>
      <figcaption>The reasons, one by one</figcaption>
      <ul className={figureStyles.list}>
        {suitability.reasons.map(({ question, tone, text, tools, guides }) => {
          const links = [
            ...form.next.flatMap(({ name, title }) => (tools.includes(name) ? [{ to: paths.tool(name), title }] : [])),
            ...form.guides.flatMap(({ slug, title }) => (guides.includes(slug) ? [{ to: paths.article(slug), title }] : [])),
          ]
          return (
            <li key={question} className={figureStyles.reason}>
              <span className={figureStyles.verdict} data-tone={REASON_LABELS[tone].tone}>
                {REASON_LABELS[tone].label}
              </span>
              <p>{text}</p>
              {links.length > 0 && (
                <p className={joinClasses(figureStyles.small, styles.links)}>
                  {links.map(({ to, title }) => (
                    <Link key={to} to={to}>
                      {title}
                    </Link>
                  ))}
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </figure>
  )
}
