import type { ToolName } from '#features/tools/catalogue/tool.policy.ts'
import type { GrantPlan } from '#features/tools/sums/grants.policy.ts'
import type { HomeJob } from '#features/tools/sums/which-first.policy.ts'

interface PlanJobDetail {
  /** Name of the job in the `grants` tool. */
  plan?: GrantPlan
  /** Tool that calculates the job in detail. */
  tool: ToolName
  questions: readonly string[]
}

/** Tool, grant and questions for the installer, by job. */
export const PLAN_JOB_DETAILS: Record<HomeJob, PlanJobDetail> = {
  draughts: {
    tool: 'which-first',
    questions: [
      'Which openings must stay open for the boiler, the stove or the roof to breathe?',
      'Will you measure before and after, and what did similar homes gain?',
    ],
  },
  loft: {
    plan: 'insulation',
    tool: 'insulation',
    questions: [
      'How deep will it be, with which material, and how do the eaves stay open?',
      'What happens to pipes, tank, lights and cables that lie in it?',
      'Is the hatch insulated and sealed, and is clearing the loft in the price?',
    ],
  },
  walls: {
    plan: 'insulation',
    tool: 'insulation',
    questions: [
      'What did the survey say of damp, exposure to rain and the state of the wall?',
      'Which guarantee comes with it, from whom, and for how long?',
      'How are window reveals, sills, gutters and vents dealt with?',
    ],
  },
  floor: {
    plan: 'insulation',
    tool: 'insulation',
    questions: [
      'How does the space below stay ventilated, and what happens at the edges?',
      'Which rooms have to be emptied, and for how long?',
    ],
  },
  windows: {
    tool: 'insulation',
    questions: [
      'What is the U value of the whole window, frame included, and what does the certificate say?',
      'Are trickle vents in the price, and who puts the plaster right?',
    ],
  },
  solar: {
    plan: 'solar',
    tool: 'solar',
    questions: [
      'How many kilowatt-hours a year, by which method, with which shading?',
      'Are scaffold, bird guard, telling the network operator and the MCS certificate in the price?',
      'Which parts have which warranty, and who honours it if you are gone?',
    ],
  },
  'heat-pump': {
    plan: 'air-to-water',
    tool: 'heat-pump',
    questions: [
      'May I see the heat loss of each room, and the flow temperature on the coldest day?',
      'Which radiators change, and what SCOP does that give, hot water included?',
      'Where does it stand, and what did the sum for noise say?',
      'Who applies for the grant, and is it taken off the price?',
    ],
  },
}
