/** Renders the text of a case study, with its facts and readings between the introduction and the first section. */
import type { Article } from '#features/articles/article.client.ts'
import { TextWithTools } from '#site/articles/text/text-with-tools.tsx'
import { CaseStudy } from './case-study.tsx'

interface CaseStudyTextProps {
  caseStudy: NonNullable<Article['caseStudy']>
  html: string
  className?: string | undefined
}

export function CaseStudyText({ caseStudy, html, className }: CaseStudyTextProps) {
  // prepareArticleHtml wraps each heading of the text in a `div`. A text without headings can still end with footnotes.
  const firstSection = /<div class="heading">|<section class="footnotes">/.exec(html)
  const introductionEnd = firstSection?.index ?? html.length
  return (
    <div className={className}>
      <TextWithTools html={html.slice(0, introductionEnd)} className={className} />
      <CaseStudy caseStudy={caseStudy} />
      <TextWithTools html={html.slice(introductionEnd)} />
    </div>
  )
}
