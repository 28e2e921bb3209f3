/** Questions of a duty record, and how their answers are named. Answers are stored as texts by name. */
import { parseEmail } from '#platform/text/parse-email.client.ts'

interface QuestionText {
  name: string
  label: string
  hint?: string
  /** Whether a record can be signed only with an answer. */
  isRequired?: true
}

export type Question =
  | (QuestionText & { kind: 'line' })
  | (QuestionText & { kind: 'email' })
  | (QuestionText & { kind: 'text' })
  | (QuestionText & { kind: 'choice'; options: Readonly<Record<string, string>> })
  /** Likelihood, impact and reasons for each item. */
  | (QuestionText & { kind: 'risks'; items: Readonly<Record<string, RiskItem>> })

export interface RiskItem {
  label: string
  hint: string
}

export interface DutySection {
  title: string
  about?: string
  questions: readonly Question[]
}

/** Answers by name; a missing or empty text is no answer. */
export type Answers = Readonly<Record<string, string>>

export const LIKELIHOODS = { negligible: 'Negligible', low: 'Low', medium: 'Medium', high: 'High' } as const
export const IMPACTS = { low: 'Low', medium: 'Medium', high: 'High' } as const
export const RISK_LEVELS = { negligible: 'Negligible risk', low: 'Low risk', medium: 'Medium risk', high: 'High risk' } as const
export type RiskLevel = keyof typeof RISK_LEVELS

export const LINE_MAX = 200
export const TEXT_MAX = 5000
export const RISK_NOTE_MAX = 2000

const RISK_PARTS = ['likelihood', 'impact', 'note'] as const
type RiskPart = (typeof RISK_PARTS)[number]

/** Returns the name of an answer about an item of a risk question. */
export const riskName = (question: string, item: string, part: RiskPart): string => `${question}-${item}-${part}`

/** A single answer, with its label in messages and comparisons. */
export interface AnswerField {
  name: string
  label: string
  maxLength: number
  isRequired: boolean
  /** Values to choose from; absent for free text. */
  options?: Readonly<Record<string, string>>
  isSingleLine?: true
  isEmail?: true
}

/** Lists the single answers of all questions, in the order of the form. */
export const listAnswerFields = (sections: readonly DutySection[]): AnswerField[] =>
  sections.flatMap(({ questions }) => questions.flatMap(toFields))

function toFields(question: Question): AnswerField[] {
  const { name, label, isRequired = false } = question
  if (question.kind === 'choice') return [{ name, label, isRequired, maxLength: LINE_MAX, options: question.options }]
  if (question.kind === 'email') return [{ name, label, isRequired, maxLength: LINE_MAX, isSingleLine: true, isEmail: true }]
  if (question.kind !== 'risks')
    return [
      { name, label, isRequired, ...(question.kind === 'line' ? { maxLength: LINE_MAX, isSingleLine: true } : { maxLength: TEXT_MAX }) },
    ]
  return Object.entries(question.items).flatMap(([item, { label: itemLabel }]): AnswerField[] => [
    {
      name: riskName(name, item, 'likelihood'),
      label: `${itemLabel}: likelihood`,
      isRequired,
      maxLength: LINE_MAX,
      options: LIKELIHOODS,
    },
    { name: riskName(name, item, 'impact'), label: `${itemLabel}: impact`, isRequired, maxLength: LINE_MAX, options: IMPACTS },
    { name: riskName(name, item, 'note'), label: `${itemLabel}: reasons`, isRequired: false, maxLength: RISK_NOTE_MAX },
  ])
}

const WEIGHTS: Readonly<Record<string, number>> = { low: 1, medium: 2, high: 3 }

/**
 * Suggests a level of risk: the product of likelihood and impact on a scale from 1 to 3.
 * @returns undefined unless both are known
 */
export function riskLevel(likelihood: string | undefined, impact: string | undefined): RiskLevel | undefined {
  if (likelihood === 'negligible') return 'negligible'
  const score = (WEIGHTS[likelihood ?? ''] ?? 0) * (WEIGHTS[impact ?? ''] ?? 0)
  if (score === 0) return undefined
  return score <= 2 ? 'low' : score <= 4 ? 'medium' : 'high'
}

/** Messages about invalid answers, by name. @param isComplete whether required answers must not be missing */
export function findAnswerErrors(sections: readonly DutySection[], answers: Answers, isComplete: boolean): Record<string, string> {
  const fields = new Map(listAnswerFields(sections).map((field) => [field.name, field]))
  const errors: Record<string, string> = {}
  for (const [name, text] of Object.entries(answers)) {
    const field = fields.get(name)
    if (!field) errors[name] = 'This record has no such question.'
    else if (text.length > field.maxLength) errors[name] = `At most ${field.maxLength} characters`
    else if (text !== '' && field.options && !(text in field.options)) errors[name] = 'Choose one of the options'
    else if (field.isSingleLine && /[\r\n]/.test(text)) errors[name] = 'Please write this on one line'
    else if (field.isEmail && text.trim() !== '' && parseEmail(text) === undefined)
      errors[name] = 'Enter an email address, such as name@example.org.'
  }
  if (isComplete)
    for (const { name, isRequired, options } of fields.values())
      if (isRequired && !answers[name]?.trim() && !isImpactOfNegligible(name, answers))
        errors[name] ??= options ? 'Please choose' : 'Please answer this before you sign'
  return errors
}

/** Whether the impact need not be known, because the likelihood is negligible. */
const isImpactOfNegligible = (name: string, answers: Answers): boolean =>
  name.endsWith('-impact') && answers[`${name.slice(0, -'impact'.length)}likelihood`] === 'negligible'
