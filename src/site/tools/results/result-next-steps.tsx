/** Suggests what to do after a result: products that fit, other tools, guides and topics in the forum. */
import { useQuery } from '@tanstack/react-query'
import { TopicRow } from '#features/forums/topic-row.tsx'
import { topicsQuery } from '#features/forums/topic.client.ts'
import { ProductSheet } from '#features/products/product-card.tsx'
import { productsQuery } from '#features/products/product.client.ts'
import type { ToolForm } from '#features/tools/tool.client.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { Link } from '#ui/router/link.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { useOrigin } from '#site/origin.ts'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { formatQuestion } from '#site/tools/form/format-question.ts'
import * as topicRowStyles from '#features/forums/topic-row.module.css'
import * as styles from './result-next-steps.module.css'

const MAX_PRODUCTS = 4
const MAX_TOPICS = 3

export function ResultNextSteps({ form }: { form: ToolForm }) {
  const { features } = useSite()
  const wording = useWording()
  const origin = useOrigin()
  return (
    <div className={`container ${styles.fitting} no-print`}>
      {form.products && features.products && <MatchingProducts filter={form.products} />}
      <div className={styles.columns}>
        <section aria-labelledby="fitting-next">
          <h2 id="fitting-next">Next steps</h2>
          <ul className={styles.links}>
            {form.next.map(({ name, title, about }) => (
              <li key={name}>
                <Link to={paths.tool(name)}>{title}</Link>
                <span>{about}</span>
              </li>
            ))}
          </ul>
        </section>
        {form.guides.length > 0 && (
          <section aria-labelledby="fitting-guides">
            <h2 id="fitting-guides">Guides</h2>
            <ul className={styles.links}>
              {form.guides.map(({ slug, title }) => (
                <li key={slug}>
                  <Link to={paths.article(slug)}>{title}</Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {features.forums && (
        <section aria-labelledby="fitting-forum">
          <div className={styles.forumHead}>
            <h2 id="fitting-forum">In the forum</h2>
            {form.answer && features.userAccounts && (
              <ButtonLink variant="quiet" to={paths.newTopic(formatQuestion(form, form.answer, origin, wording))}>
                Ask the forum about this result
              </ButtonLink>
            )}
          </div>
          <CategoryTopics category={form.category} />
        </section>
      )}
    </div>
  )
}

function MatchingProducts({ filter: { category, ranges, about } }: { filter: NonNullable<ToolForm['products']> }) {
  const products = useQuery(productsQuery({ category, specs: ranges })).data?.items.slice(0, MAX_PRODUCTS) ?? []
  return (
    <section aria-labelledby="fitting-products" className={styles.products}>
      <div className={styles.forumHead}>
        <h2 id="fitting-products">Products that fit</h2>
        <Link className="more" to={paths.products({ category, specs: ranges })}>
          View all
        </Link>
      </div>
      <p className="hint">{products.length > 0 ? about : 'No product in our catalogue fits this result.'}</p>
      {products.length > 0 && <ProductSheet products={products} headingLevel={3} />}
    </section>
  )
}

function CategoryTopics({ category }: { category: string }) {
  const topics = useQuery(topicsQuery({ category })).data?.items.slice(0, MAX_TOPICS) ?? []
  if (topics.length === 0) return <p className="hint">No questions about this yet.</p>
  return (
    <ol data-part="topic-rows" className={topicRowStyles.topicRows}>
      {topics.map((topic) => (
        <TopicRow key={topic.id} topic={topic} headingLevel={3} />
      ))}
    </ol>
  )
}
