import { Link } from '#ui/router/link.tsx'
import { categoryClass } from '#features/categories/category.client.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Picture } from '#ui/pictures/picture.tsx'
import { truncateText } from '#wording/cut-text.ts'
import { HomeDate, LongDate } from '#ui/text/time.tsx'
import type { ListedArticle } from './article.client.ts'
import { ArticleRating } from './article-rating.tsx'
import * as styles from './article-card.module.css'
import * as byline from '#ui/text/byline.module.css'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'

const VARIANT_CLASSES = { card: undefined, side: styles.articleSide, lead: styles.articleLead }

interface ArticleCardProps {
  article: ListedArticle
  /** Layout: `card` in grids, `side` next to another article, `lead` for the one large article of a page. */
  variant?: 'card' | 'side' | 'lead' | undefined
  headingLevel?: 2 | 3 | undefined
  /** Maximum length of the snippet in characters; undefined shows it in full. */
  snippetMax?: number | undefined
  /** Whether the picture is loaded eagerly, as for cards above the fold. */
  eager?: boolean | undefined
  /** Whether the date has the long US format of the home page (FMT-01). */
  isOnHomePage?: boolean | undefined
}

/** Shows an article as a card. The whole card is clickable, and the title is its link. */
export function ArticleCard({ article, variant = 'card', headingLevel = 3, snippetMax, eager, isOnHomePage }: ArticleCardProps) {
  const Heading = `h${headingLevel}` as const
  const snippet = snippetMax === undefined ? article.snippet : truncateText(article.snippet, snippetMax)
  return (
    <article
      data-part="article-card"
      className={joinClasses(styles.articleCard, VARIANT_CLASSES[variant], 'card-link', categoryClass(article.categorySlug))}
    >
      <Picture
        src={article.featuredImage}
        alt=""
        ratio={variant === 'side' ? '800/500' : '800/560'}
        eager={eager}
        className={styles.articleCardPic}
      />
      <div data-part="article-card-text" className={styles.articleCardText}>
        <p className="tag">{article.categoryName || 'Uncategorized'}</p>
        <Heading>
          <Link to={`/articles/${encodeURIComponent(article.slug)}`}>
            <NoBreakText text={article.title} />
          </Link>
        </Heading>
        <p data-part="article-card-words" className={variant === 'lead' ? 'lead' : styles.articleCardWords}>
          {snippet ? <NoBreakText text={snippet} /> : 'No description available'}
        </p>
        <div data-part="article-card-foot" className={styles.articleCardFoot}>
          <p className={joinClasses(byline.byline, styles.articleCardBy)}>
            {variant === 'lead' && (
              <Avatar id={article.authorId ?? article.id} name={article.authorName} src={article.authorAvatar || undefined} />
            )}
            <span>
              <bdi>{article.authorName || 'Unknown Author'}</bdi>
              <span>{isOnHomePage ? <HomeDate date={article.publishedAt} /> : <LongDate date={article.publishedAt} />}</span>
            </span>
            {article.isAuthorDemo && <DemoChip />}
          </p>
          <ArticleRating rating={article.rating} />
        </div>
      </div>
    </article>
  )
}
