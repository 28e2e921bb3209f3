/** Builds the document of a record as blocks. The preview, Markdown and PDF render the same blocks. */
import { formatLongDate } from '#wording/dates.ts'
import { dutyOf, NO_LEGAL_ADVICE, type DutyKey, type DutySource } from './duties.policy.ts'
import type { Fact } from './duty-facts.policy.ts'
import { IMPACTS, LIKELIHOODS, riskLevel, riskName, RISK_LEVELS, type Answers, type Question } from './duty-question.policy.ts'

export type DocumentBlock =
  /** `level` is 1 for the title of the record. */
  | { kind: 'heading'; level: 1 | 2 | 3; text: string }
  | { kind: 'text'; text: string }
  /** Names and values. */
  | { kind: 'facts'; facts: readonly { label: string; value: string }[] }
  /** Text of the operator, with line breaks. */
  | { kind: 'answer'; text: string }
  | { kind: 'links'; links: readonly DutySource[] }

export interface SignatureText {
  name: string
  role: string
  signedAt: string
  reviewDueAt: string
}

export interface DocumentInput {
  duty: DutyKey
  siteName: string
  /** Language of the site, for dates. */
  language: string
  number: number
  answers: Answers
  facts: readonly Fact[]
  /** Time of the facts: the signature, or now. */
  factsAt: string
  /** Null for a draft. */
  signature: SignatureText | null
}

const NO_ANSWER = 'Not answered yet.'

/** Returns the label of the state of a version: `Signed on 5 January 2026`. */
export const describeState = ({ signature, number, language }: Pick<DocumentInput, 'signature' | 'number' | 'language'>): string =>
  signature ? `Version ${number}, signed on ${formatLongDate(signature.signedAt, language)}` : `Version ${number}, draft`

export function buildDutyDocument(input: DocumentInput): DocumentBlock[] {
  const { title, summary, sources, sections } = dutyOf(input.duty)
  const { siteName, language, signature, facts, factsAt, answers } = input
  return [
    { kind: 'heading', level: 1, text: title },
    {
      kind: 'facts',
      facts: [
        { label: 'Site', value: siteName },
        { label: 'Record', value: describeState(input) },
        ...(signature
          ? [
              { label: 'Signed by', value: `${signature.name}, ${signature.role}` },
              { label: 'Review due', value: formatLongDate(signature.reviewDueAt, language) },
            ]
          : []),
      ],
    },
    { kind: 'text', text: summary },
    { kind: 'text', text: NO_LEGAL_ADVICE },
    { kind: 'heading', level: 2, text: 'Sources' },
    { kind: 'links', links: sources },
    { kind: 'heading', level: 2, text: `From the site, on ${formatLongDate(factsAt, language)}` },
    { kind: 'facts', facts },
    ...sections.flatMap((section): DocumentBlock[] => [
      { kind: 'heading', level: 2, text: section.title },
      ...section.questions.flatMap((question) => toBlocks(question, answers)),
    ]),
  ]
}

function toBlocks(question: Question, answers: Answers): DocumentBlock[] {
  const { name, label } = question
  if (question.kind !== 'risks') {
    const text = answers[name]?.trim() ?? ''
    const value = question.kind === 'choice' ? question.options[text] : text
    return [
      { kind: 'heading', level: 3, text: label },
      { kind: 'answer', text: value || NO_ANSWER },
    ]
  }
  return Object.entries(question.items).flatMap(([item, { label: itemLabel }]): DocumentBlock[] => {
    const likelihood = answers[riskName(name, item, 'likelihood')]
    const impact = answers[riskName(name, item, 'impact')]
    const note = answers[riskName(name, item, 'note')]?.trim()
    const level = riskLevel(likelihood, impact)
    return [
      { kind: 'heading', level: 3, text: itemLabel },
      {
        kind: 'facts',
        facts: [
          { label: 'Likelihood', value: labelOf(LIKELIHOODS, likelihood) },
          { label: 'Impact', value: labelOf(IMPACTS, impact) },
          { label: 'Suggested level', value: level ? RISK_LEVELS[level] : '–' },
        ],
      },
      ...(note ? [{ kind: 'answer' as const, text: note }] : []),
    ]
  })
}

const labelOf = (labels: Readonly<Record<string, string>>, key: string | undefined): string => (key && labels[key]) || '–'

/** Builds the title page of the kit. */
export const buildKitCover = (
  siteName: string,
  language: string,
  now: string,
  states: readonly { label: string; value: string }[],
): DocumentBlock[] => [
  { kind: 'heading', level: 1, text: `Legal duties of ${siteName}` },
  { kind: 'text', text: `Exported on ${formatLongDate(now, language)}. ${NO_LEGAL_ADVICE}` },
  { kind: 'facts', facts: states },
]
