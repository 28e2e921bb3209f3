/** Answers of records, for tests. */
import { dutyOf, type DutyKey } from './duties.policy.ts'
import { listAnswerFields } from './duty-question.policy.ts'

/** Answers every question of a duty. */
export const answerAll = (duty: DutyKey): Record<string, string> =>
  Object.fromEntries(
    listAnswerFields(dutyOf(duty).sections).map(({ name, label, options, isEmail }) => [
      name,
      options ? (Object.keys(options).at(-1) ?? '') : isEmail ? 'contact@example.org' : `About ${label}`,
    ]),
  )
