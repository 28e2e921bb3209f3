/** Selects the expert articles of the home page. */
import { expertArticlesQuery, type Expert, type ExpertArticle } from '#features/experts/expert.client.ts'
import { paths } from '#site/paths.ts'

export const ADVICE_SNIPPET = 120
const SHOWN_COUNT = 3
/** Enough to find three articles by different experts. */
const FETCHED_COUNT = 12

export const newestExpertArticlesQuery = () => expertArticlesQuery(FETCHED_COUNT)

export interface ExpertAdvice {
  key: string
  title: string
  text: string
  to: string
  expert: { id: number; name: string; title: string; avatar: string | null }
  isSample?: boolean
}

/** Returns the three newest articles, by different experts if possible. */
export function selectAdvice(articles: ExpertArticle[], experts: Expert[]): ExpertAdvice[] {
  const expertsById = new Map(experts.map((expert) => [expert.id, expert]))
  const withExpert = articles.filter(({ expertId }) => expertsById.has(expertId))
  const newestByExpert = withExpert.filter(
    (article, index) => withExpert.findIndex(({ expertId }) => expertId === article.expertId) === index,
  )
  const others = withExpert.filter((article) => !newestByExpert.includes(article))
  return [...newestByExpert, ...others].slice(0, SHOWN_COUNT).map(({ id, title, content, expertId }) => {
    const expert = expertsById.get(expertId)!
    return {
      key: String(id),
      title,
      text: content,
      to: paths.expertArticle(id),
      expert: { id: expert.id, name: expert.name, title: expert.title, avatar: expert.avatarUrl },
    }
  })
}

/** Shown while the site has no expert articles. */
export const SAMPLE_ADVICE: ExpertAdvice[] = [
  sample(
    1,
    'Building physicist',
    'Where a house loses its heat',
    'Draughts, lofts, walls and windows, and the order in which they are worth the money.',
  ),
  sample(
    2,
    'Grid engineer',
    'What a home battery can and cannot do',
    'How to read your half-hourly meter readings before you choose a size.',
  ),
  sample(
    3,
    'Solar researcher',
    'Which way a roof has to face',
    'What east, west and even north are worth over a year, and when to leave it.',
  ),
]

function sample(id: number, title: string, heading: string, text: string): ExpertAdvice {
  return {
    key: `sample-${id}`,
    title: heading,
    text,
    to: paths.articles(),
    expert: { id, name: 'Sample expert', title, avatar: null },
    isSample: true,
  }
}
