/** Selects the expert articles for the home page. */
import { expertArticlesQuery, type Expert, type ExpertArticle } from '#features/experts/expert.client.ts'
import { paths } from '#site/paths.ts'

export const MAX_ADVICE_LENGTH = 120
const SHOWN_COUNT = 3
/** Number of articles to fetch. Among these there are usually three by different experts. */
const FETCHED_COUNT = 12

export const newestExpertArticlesQuery = () => expertArticlesQuery(FETCHED_COUNT)

export interface ExpertAdvice {
  key: string
  title: string
  text: string
  path: string
  expert: { id: number; name: string; title: string; avatar: string | null; isDemo: boolean }
  isSample?: boolean
}

/** Returns up to three articles: the newest one of each expert, then further ones by the same experts. */
export function selectAdvice(articles: ExpertArticle[], experts: Expert[]): ExpertAdvice[] {
  const expertsById = new Map(experts.map((expert) => [expert.id, expert]))
  const articlesWithExpert = articles.filter(({ expertId }) => expertsById.has(expertId))
  const newestByExpert = articlesWithExpert.filter(
    (article, index) => articlesWithExpert.findIndex(({ expertId }) => expertId === article.expertId) === index,
  )
  const otherArticles = articlesWithExpert.filter((article) => !newestByExpert.includes(article))
  return [...newestByExpert, ...otherArticles].slice(0, SHOWN_COUNT).map(({ id, title, content, expertId }) => {
    const expert = expertsById.get(expertId)!
    return {
      key: String(id),
      title,
      text: content,
      path: paths.expertArticle(id),
      expert: { id: expert.id, name: expert.name, title: expert.title, avatar: expert.avatarUrl, isDemo: expert.isDemo },
    }
  })
}

/** Samples that are shown as long as the site has no expert articles. */
export const SAMPLE_ADVICE: ExpertAdvice[] = [
  createSampleAdvice(
    1,
    'Building physicist',
    'Where a house loses its heat',
    'Draughts, lofts, walls and windows, and the order in which they are worth the money.',
  ),
  createSampleAdvice(
    2,
    'Grid engineer',
    'What a home battery can and cannot do',
    'How to read your half-hourly meter readings before you choose a size.',
  ),
  createSampleAdvice(
    3,
    'Solar researcher',
    'Which way a roof has to face',
    'What east, west and even north are worth over a year, and when to leave it.',
  ),
]

function createSampleAdvice(id: number, profession: string, title: string, text: string): ExpertAdvice {
  return {
    key: `sample-${id}`,
    title,
    text,
    path: paths.articles(),
    expert: { id, name: 'Sample expert', title: profession, avatar: null, isDemo: false },
    isSample: true,
  }
}
