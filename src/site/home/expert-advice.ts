/** Which three pieces of advice the home page shows. */
import { expertArticlesQuery, type Expert, type ExpertArticle } from '#features/experts/expert.client.ts'
import { paths } from '#site/paths.ts'

const SHOWN = 3
const SNIPPET = 120
/** Enough of the newest to find three by different people. */
const LOOKED_AT = 12

export const newestExpertArticlesQuery = () => expertArticlesQuery(LOOKED_AT)

export interface ExpertAdvice {
  key: string
  title: string
  text: string
  to: string
  expert: { id: number; name: string; title: string; avatar: string | null }
  isSample?: boolean
}

/** The newest three, by three different experts as far as there are so many. */
export function selectAdvice(articles: ExpertArticle[], experts: Expert[]): ExpertAdvice[] {
  const byId = new Map(experts.map((expert) => [expert.id, expert]))
  const known = articles.filter(({ expertId }) => byId.has(expertId))
  const firsts = known.filter((article, index) => known.findIndex(({ expertId }) => expertId === article.expertId) === index)
  const others = known.filter((article) => !firsts.includes(article))
  return [...firsts, ...others].slice(0, SHOWN).map(({ id, title, content, expertId }) => {
    const expert = byId.get(expertId)!
    return {
      key: String(id),
      title,
      text: content,
      to: paths.expertArticle(id),
      expert: { id: expert.id, name: expert.name, title: expert.title, avatar: expert.avatarUrl },
    }
  })
}

/** What stands there when there is no advice to be had. */
export const SAMPLE_ADVICE: ExpertAdvice[] = [
  sample(
    1,
    'Building physicist',
    'Where a house loses its heat',
    'Draughts, lofts, walls and windows, and the order in which they are worth the money.',
  ),
  sample(2, 'Grid engineer', 'What a home battery can and cannot do', 'How to read your own half-hourly figures before you choose a size.'),
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

export { SNIPPET as ADVICE_SNIPPET }
