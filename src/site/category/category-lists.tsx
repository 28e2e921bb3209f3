import { useQuery } from '@tanstack/react-query'
import { ArticleCard } from '#features/articles/article-card.tsx'
import { articlesOfCategoryQuery } from '#features/articles/article.client.ts'
import type { Category } from '#features/categories/category.client.ts'
import { topicsOfCategoryQuery } from '#features/forums/topic.client.ts'
import { TopicRow, TopicRowsSkeleton } from '#features/forums/topic-row.tsx'
import { productsOfCategoryQuery } from '#features/products/product.client.ts'
import { ProductSheet, ProductSheetSkeleton } from '#features/products/product-card.tsx'
import { SkeletonCard } from '#ui/states/skeleton.tsx'
import { OVERVIEW_ITEMS } from './category-tab.ts'
import { CategoryResults } from './category-results.tsx'
import * as styles from './category.module.css'
import * as topicRowStyles from '#features/forums/topic-row.module.css'

interface ListProps {
  category: Category
  maxItems: number
  headingLevel: 2 | 3
}

export function ProductList({ category, maxItems, headingLevel }: ListProps) {
  const products = useQuery(productsOfCategoryQuery(category.id, maxItems))
  return (
    <CategoryResults
      query={products}
      level={headingLevel}
      subject="products"
      skeleton={<ProductSheetSkeleton count={Math.min(maxItems, 4)} />}
      emptyTitle={`No products in ${category.name} yet.`}
    >
      {(items) => (
        <ProductSheet
          products={items}
          headingLevel={headingLevel}
          className={items.length === OVERVIEW_ITEMS.products ? styles.sheetThree : undefined}
        />
      )}
    </CategoryResults>
  )
}

export function ArticleList({ category, maxItems, headingLevel }: ListProps) {
  const articles = useQuery(articlesOfCategoryQuery(category.id, maxItems))
  return (
    <CategoryResults
      query={articles}
      level={headingLevel}
      subject="articles"
      skeleton={
        <div className={styles.categoryArticles}>
          <SkeletonCard />
          <SkeletonCard />
          <SkeletonCard />
        </div>
      }
      emptyTitle={`No articles in ${category.name} yet.`}
    >
      {(items) => (
        <div className={styles.categoryArticles}>
          {items.map((article) => (
            <ArticleCard key={article.id} article={article} headingLevel={headingLevel} />
          ))}
        </div>
      )}
    </CategoryResults>
  )
}

export function TopicList({ category, maxItems, headingLevel }: ListProps) {
  const topics = useQuery(topicsOfCategoryQuery(category.id, maxItems))
  return (
    <CategoryResults
      query={topics}
      level={headingLevel}
      subject="forum topics"
      skeleton={<TopicRowsSkeleton rows={OVERVIEW_ITEMS.topics} />}
      emptyTitle={`No topics about ${category.name} yet.`}
    >
      {(items) => (
        <ol data-part="topic-rows" className={topicRowStyles.topicRows}>
          {items.map((topic) => (
            <TopicRow key={topic.id} topic={topic} headingLevel={headingLevel} />
          ))}
        </ol>
      )}
    </CategoryResults>
  )
}
