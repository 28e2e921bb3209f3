import type { ToolName } from '#features/tools/catalogue/tool.policy.ts'
import type { GrantMeasure } from '#features/tools/sums/grants/grant-inputs.policy.ts'
import type { HomeJob } from '#features/tools/sums/which-first/home-state.policy.ts'

interface PlanJobDetail {
  /** Measure in the `grants` tool whose grants pay for the job; undefined if there is none. */
  grantMeasure?: GrantMeasure
  /** Tool that calculates this job in detail. */
  tool: ToolName
  questions: readonly string[]
}

/** Tool, grant measure and questions for the installer, by job. */
export const PLAN_JOB_DETAILS: Record<HomeJob, PlanJobDetail> = {
  draughts: {
    tool: 'which-first',
    questions: [
      'Which vents must stay open for the boiler, the stove or the roof?',
      'Will you measure before and after, and how much did similar homes save?',
    ],
  },
  loft: {
    grantMeasure: 'insulation',
    tool: 'insulation',
    questions: [
      'How deep will it be, with which material, and how do the eaves stay ventilated?',
      'What happens to pipes, tank, lights and cables in the loft?',
      'Is the hatch insulated and sealed, and is clearing the loft included in the price?',
    ],
  },
  walls: {
    grantMeasure: 'insulation',
    tool: 'insulation',
    questions: [
      'What did the survey find on damp, exposure to rain and the condition of the wall?',
      'Which guarantee comes with it, from whom, and for how long?',
      'How will you treat window reveals, sills, gutters and vents?',
    ],
  },
  floor: {
    grantMeasure: 'insulation',
    tool: 'insulation',
    questions: [
      'How does the space below stay ventilated, and what happens at the edges?',
      'Which rooms have to be emptied, and for how long?',
    ],
  },
  windows: {
    tool: 'insulation',
    questions: [
      'What is the U-value of the whole window including the frame, and is it on the certificate?',
      'Are trickle vents included in the price, and who repairs the plaster?',
    ],
  },
  solar: {
    grantMeasure: 'solar',
    tool: 'solar',
    questions: [
      'How many kilowatt-hours a year, by which method and with which shading?',
      'Are scaffolding, bird guard, notifying the network operator and the MCS certificate included in the price?',
      'Which parts have which warranty, and who honours it if you go out of business?',
    ],
  },
  'heat-pump': {
    grantMeasure: 'air-to-water',
    tool: 'heat-pump',
    questions: [
      'May I see the heat loss of each room, and the flow temperature on the coldest day?',
      'Which radiators will you change, and what SCOP does that give, including hot water?',
      'Where will it be placed, and what is the result of the noise calculation?',
      'Who applies for the grant, and is it deducted from the price?',
    ],
  },
}
