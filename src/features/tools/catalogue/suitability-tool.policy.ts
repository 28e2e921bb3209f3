/** Declares the inputs and the judgement of the tool `heat-pump-suitability`. */
import { createChoiceInput, getNation, nationInput } from '#features/tools/inputs/common-inputs.policy.ts'
import type { ToolInput } from '#features/tools/inputs/tool-input.policy.ts'
import { TENURES } from '#features/tools/sums/grants/grant-inputs.policy.ts'
import {
  ANSWERS,
  DWELLINGS,
  judgeSuitability,
  QUESTIONS,
  type Answer,
  type Question,
} from '#features/tools/sums/heat-pump/suitability.policy.ts'
import type { Tool } from './tool.policy.ts'

/** Creates a question with a drawing, whose default is "don't know". */
const createQuestion = (name: Question, label: string, help: string, example: Answer): ToolInput => ({
  ...createChoiceInput(name, label, { yes: 'Yes', no: 'No', unsure: 'I don’t know' }, 'unsure'),
  picture: `tools/suitability-${name}`,
  example,
  help,
})

export const suitabilityTool: Tool = {
  name: 'heat-pump-suitability',
  title: 'Is my home suitable for a heat pump?',
  about: 'Questions about your home, and a verdict with reasons: likely, with some work, ask first, or other ways.',
  inputs: [
    nationInput,
    createChoiceInput('dwelling', 'Your home', { house: 'A house', flat: 'A flat' }, 'house'),
    createChoiceInput(
      'tenure',
      'How do you have it?',
      { owner: 'I own and live in it', landlord: 'I let it', tenant: 'I rent it', social: 'Council or housing association' },
      'owner',
    ),
    createQuestion('listed', 'Is it listed, or in a conservation area?', 'The council’s website has a map of both.', 'no'),
    createQuestion(
      'outdoors',
      'Is there a place outside for the unit?',
      'About 1.2 m wide, 1 m high and 0.5 m deep, with free air in front: a garden, a wall or, except in Northern Ireland, a flat roof.',
      'yes',
    ),
    {
      ...createQuestion(
        'neighbour',
        'Is that place at least 5 m from a neighbour’s window or door?',
        'The limit of 37 dB(A) counts 1 m in front of the window. A typical unit of 54 dB(A) against a wall needs 4 m to that point.',
        'unsure',
      ),
      when: { outdoors: ['yes', 'unsure'] },
    },
    createQuestion(
      'pipes',
      'Do radiators or floors with warm water heat your rooms?',
      'Electric heaters and warm air do not count.',
      'yes',
    ),
    createQuestion(
      'insulated',
      'Is the loft insulated, and are cavity walls filled?',
      'At least 20 cm in the loft. Solid walls need not be insulated.',
      'no',
    ),
    createQuestion(
      'cylinder',
      'Is there a hot water cylinder, or space for one?',
      'About 60 cm by 60 cm on the floor, and 1.5 to 2 m high.',
      'yes',
    ),
    createQuestion(
      'mains',
      'Is the main fuse 80 A or more?',
      'The number is on the sealed fuse next to the electricity meter. Do not open it.',
      'unsure',
    ),
  ],
  calculate(values, referenceValues) {
    const answers = Object.fromEntries(
      QUESTIONS.map((question) => [question, values.has(question) ? values.choice(question, ANSWERS) : 'unsure']),
    ) as Record<Question, Answer>
    const { suitability, warnings, referenceKeys } = judgeSuitability(
      { nation: getNation(values), dwelling: values.choice('dwelling', DWELLINGS), tenure: values.choice('tenure', TENURES), answers },
      referenceValues,
    )
    return { result: { results: {}, warnings, referenceKeys }, details: { suitability } }
  },
}
