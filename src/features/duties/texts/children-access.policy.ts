/** Texts of the children's access assessment. */
import type { DutySection } from '#features/duties/duty-question.policy.ts'

const YES_NO = { yes: 'Yes', no: 'No' } as const
const YES_NO_UNKNOWN = { yes: 'Yes', no: 'No', unknown: 'Not known' } as const

export const CHILDREN_ACCESS_SECTIONS: readonly DutySection[] = [
  {
    title: 'Stage 1: can children access the site?',
    about:
      'The Act counts everyone under 18 as a child. You may only conclude that children cannot access the site if age verification or age estimation keeps them out.',
    questions: [
      {
        kind: 'choice',
        name: 'age-assurance',
        label: 'Is highly effective age assurance used for the whole site?',
        hint: 'This site has none built in. A tick box or a date of birth is not enough.',
        options: YES_NO,
        isRequired: true,
      },
      { kind: 'text', name: 'age-assurance-details', label: 'Details', hint: 'If yes: the method, and how access is controlled.' },
    ],
  },
  {
    title: 'Stage 2: the child user condition',
    about: 'It is met if either answer is yes. If you do not know, treat it as yes.',
    questions: [
      {
        kind: 'choice',
        name: 'significant-number',
        label: 'Is a significant number of the UK users under 18?',
        options: YES_NO_UNKNOWN,
        isRequired: true,
      },
      {
        kind: 'text',
        name: 'number-evidence',
        label: 'Evidence',
        hint: 'What you know about your members’ ages, and how.',
        isRequired: true,
      },
      {
        kind: 'choice',
        name: 'attracts-children',
        label: 'Is the site of a kind likely to attract a significant number of under-18s?',
        options: YES_NO_UNKNOWN,
        isRequired: true,
      },
      {
        kind: 'text',
        name: 'attraction-evidence',
        label: 'Reasons',
        hint: 'Whether it benefits children, whether its content or design appeals to them, and whether children are part of its plans.',
        isRequired: true,
      },
    ],
  },
  {
    title: 'Outcome',
    about:
      'If the site is likely to be accessed by children, a children’s risk assessment and further safety duties follow. This kit does not contain that assessment; Ofcom has a guide to it.',
    questions: [
      {
        kind: 'choice',
        name: 'outcome',
        label: 'Is the site likely to be accessed by children?',
        options: { yes: 'Yes, it is likely', no: 'No, it is not likely' },
        isRequired: true,
      },
      { kind: 'text', name: 'conclusion', label: 'Conclusion and next steps', isRequired: true },
    ],
  },
]
