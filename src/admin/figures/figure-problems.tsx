import { useQuery } from '@tanstack/react-query'
import { referenceValueProblemsQuery } from '#features/figures/editing/figure-editing.client.ts'
import { Link } from '#ui/router/link.tsx'
import { Notice } from '#ui/states/notice.tsx'
import * as styles from './figures.module.css'

/** Lists texts with conditions that are false or cannot be checked, or with other problems such as unknown reference values. */
export function ReferenceValueProblems() {
  const { data } = useQuery({ ...referenceValueProblemsQuery(), refetchOnMount: 'always' })
  if (!data || data.total === 0) return null
  return (
    <Notice tone="warn" title="Articles that need fixing" className={styles.problems}>
      <ul>
        {data.items.map(({ title, path, sentences, problems }) => (
          <li key={path}>
            <Link to={path}>{title}</Link>
            {sentences
              .filter(({ holds }) => holds !== true)
              .map(({ condition, holds }) => (
                <span key={condition}>
                  {holds === false ? 'no longer true: ' : 'cannot be checked: '}
                  <code>{condition}</code>
                </span>
              ))}
            {problems.map((problem) => (
              <span key={problem}>{problem}</span>
            ))}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
