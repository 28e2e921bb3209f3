/** Lists the site's texts that may contain reference values. This module reads tables of other features. */
import type { Context } from '#platform/contract/context.ts'

type DbContext = Pick<Context, 'db'>

export interface TextWithReferenceValues {
  kind: 'article' | 'expert article' | 'product' | 'newsletter issue'
  title: string
  path: string
  text: string
}

const PLACEHOLDER_PATTERN = '%{{%'

export async function listTextsWithReferenceValues({ db }: DbContext): Promise<TextWithReferenceValues[]> {
  const [articles, expertArticles, products, issues] = await Promise.all([
    db
      .selectFrom('articles')
      .select(['slug', 'title', 'summary', 'content'])
      .where((eb) => eb.or([eb('content', 'like', PLACEHOLDER_PATTERN), eb('summary', 'like', PLACEHOLDER_PATTERN)]))
      .orderBy('title')
      .execute(),
    db
      .selectFrom('expert_articles')
      .select(['id', 'title', 'content'])
      .where('content', 'like', PLACEHOLDER_PATTERN)
      .orderBy('title')
      .execute(),
    db
      .selectFrom('products')
      .select(['slug', 'name', 'description', 'features', 'technical_specs'])
      .where((eb) =>
        eb.or([
          eb('description', 'like', PLACEHOLDER_PATTERN),
          eb('features', 'like', PLACEHOLDER_PATTERN),
          eb('technical_specs', 'like', PLACEHOLDER_PATTERN),
        ]),
      )
      .orderBy('name')
      .execute(),
    db
      .selectFrom('newsletter_issues')
      .select(['id', 'subject', 'intro', 'entries', 'started_at'])
      .where((eb) => eb.or([eb('intro', 'like', PLACEHOLDER_PATTERN), eb('entries', 'like', PLACEHOLDER_PATTERN)]))
      .orderBy('subject')
      .execute(),
  ])
  return [
    ...articles.map(({ slug, title, summary, content }) => ({
      kind: 'article' as const,
      title,
      path: `/articles/${slug}`,
      text: `${summary ?? ''}\n\n${content}`,
    })),
    ...expertArticles.map(({ id, title, content }) => ({
      kind: 'expert article' as const,
      title,
      path: `/articles/expert/${id}`,
      text: content,
    })),
    ...products.map(({ slug, name, description, features, technical_specs }) => ({
      kind: 'product' as const,
      title: name,
      path: `/products/${slug}`,
      text: [description, features, technical_specs].join('\n\n'),
    })),
    ...issues.map(({ id, subject, intro, entries, started_at }) => ({
      kind: 'newsletter issue' as const,
      title: subject,
      // Sent issues have a public page; the back office shows drafts.
      path: started_at ? `/newsletter/${id}` : `/admin/newsletter-issues?open=${id}`,
      text: [intro, ...(JSON.parse(entries) as { text: string }[]).map((entry) => entry.text)].join('\n\n'),
    })),
  ]
}
