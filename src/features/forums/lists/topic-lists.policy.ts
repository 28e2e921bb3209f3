/** Lists of topics. The browser loads this module, so it must not import zod. */

/** Lists that are the same for everybody. */
export const QUESTION_LISTS = ['unanswered', 'unsolved', 'answered'] as const
/** Lists that differ for each member. */
export const OWN_LISTS = ['mine', 'watched', 'new'] as const
export type QuestionList = (typeof QUESTION_LISTS)[number]
export type OwnListName = (typeof OWN_LISTS)[number]

export const LIST_LABELS: Record<QuestionList | OwnListName, string> = {
  unanswered: 'Unanswered',
  unsolved: 'Unsolved',
  answered: 'Answered',
  mine: 'My topics',
  watched: 'Watched',
  new: 'New to me',
}

export const isOwnList = (list: string | undefined): list is OwnListName => OWN_LISTS.some((name) => name === list)
