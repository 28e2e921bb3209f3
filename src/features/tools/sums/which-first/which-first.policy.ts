/**
 * Calculates the tool `which-first`, which ranks jobs for a type and age of home. Results are approximate: areas and prices are typical
 * reference values. Each job is calculated on the heat that those before it leave.
 */
import { createBand, calculatePayback, type Band, type ToolResult, type ToolWarning } from '#features/tools/figures/bands.policy.ts'
import { trackReferenceValueUse, type ReferenceValues } from '#features/figures/figures.policy.ts'
import { calculateHotWaterKwh } from '#features/tools/sums/heat-loss.policy.ts'
import { formatNumber } from '#wording/numbers.ts'
import { FABRIC_JOBS, isNewBuild, resolveWalls } from './home-fabric.policy.ts'
import { calculateJob, type CalculatedJob } from './home-jobs.policy.ts'
import { listHomeNotes, type HomeNote } from './home-notes.policy.ts'
import {
  HOME_JOBS,
  calculateMeterMultiple,
  createHome,
  createHomeState,
  type Home,
  type HomeJob,
  type HomeState,
  type WhichFirstInputs,
} from './home-state.policy.ts'

export interface RankedJob {
  job: HomeJob
  label: string
  /** Who can have the job done: tenants can only ask their landlord for most of them. */
  who: 'you' | 'landlord'
  /** Cost in £, after the grant. */
  cost: Band
  /** Saving in £ a year. */
  saving: Band
  /** Carbon saved in kg a year. */
  carbonSaved: Band
  payback: Band
  /** Approximate gain in EPC points. */
  epcPoints: Band
  /** 1: the job takes hours; 2: it takes days; 3: a room or the whole house becomes a building site. */
  disturbance: 1 | 2 | 3
  /** Jobs that are better done first. */
  after: HomeJob[]
  isWithinBudget: boolean
  /** What the result assumes; undefined if there is nothing to say. */
  remark?: string | undefined
}

/** Totals of several jobs. The cost is that of the jobs which the reader pays for. */
export interface JobTotals {
  cost: Band
  saving: Band
  carbonSaved: Band
}

export interface WhichFirstResult extends ToolResult {
  jobs: RankedJob[]
  notes: HomeNote[]
}

const DISTURBANCE_LEVELS: Record<HomeJob, 1 | 2 | 3> = { draughts: 1, loft: 1, walls: 2, floor: 3, windows: 2, solar: 2, 'heat-pump': 2 }

/** A solid wall and a heat pump with new pipes make a building site; a cavity and a heat pump on existing radiators take days. */
const findDisturbance = (job: HomeJob, home: Home): 1 | 2 | 3 =>
  (job === 'walls' && resolveWalls(home) === 'solid') || (job === 'heat-pump' && !home.hasPipes) ? 3 : DISTURBANCE_LEVELS[job]
export const JOB_LABELS: Record<HomeJob, string> = {
  draughts: 'Stop draughts',
  loft: 'Top up the loft',
  walls: 'Insulate the walls',
  floor: 'Insulate the floor',
  windows: 'New windows',
  solar: 'Solar panels',
  'heat-pump': 'Heat pump',
}
/** Jobs that tenants can do without their landlord. */
const TENANT_JOBS: readonly HomeJob[] = ['draughts']

interface CountedJob extends RankedJob {
  savingsByCase: CalculatedJob['savingsByCase']
}

/**
 * Ranks the jobs by payback, each calculated after those before it. A tenant's own jobs come first, jobs that never pay back last. A heat pump
 * follows insulation that pays back within its life.
 */
export function rankJobs(inputs: WhichFirstInputs, allReferenceValues: ReferenceValues): WhichFirstResult {
  const referenceValues = trackReferenceValueUse(allReferenceValues)
  const home = createHome(inputs, referenceValues)
  const jobs = orderJobs(home)
  const affordable = jobs.filter(({ isWithinBudget }) => isWithinBudget).map(({ job }) => job)
  const warnings: ToolWarning[] = []
  if (jobs.length === 0)
    warnings.push({ code: 'nothing-left', message: 'All of these jobs are done, or none of them applies to this home.' })
  warnings.push(...listModelWarnings(home, jobs))
  return {
    results: { ...calculateJobsInOrder(affordable, inputs, referenceValues).totals },
    jobs: jobs.map(omitCases),
    notes: listHomeNotes(home, jobs),
    warnings,
    referenceKeys: referenceValues.usedKeys(),
  }
}

/** From this part of the modelled loss on the difference is that of any two homes. */
const SIMILAR_SHARE = 0.95

/** From this multiple of the modelled loss on, the reading is more likely a mistake than the use of a year. */
const UNLIKELY_MULTIPLE = 2

/** Says where savings differ from those of other tools, and why EPC points are missing. */
function listModelWarnings(home: Home, jobs: readonly CountedJob[]): ToolWarning[] {
  const multiple = calculateMeterMultiple(home)
  const share = Math.min(1, multiple)
  const percent = Math.round(share * 100)
  const hasFabricJobs = jobs.some(({ job }) => (FABRIC_JOBS as readonly string[]).includes(job))
  const isWithoutPoints = jobs.some(({ job, epcPoints }) => job !== 'solar' && epcPoints.middle === null)
  return [
    ...(hasFabricJobs && share < SIMILAR_SHARE
      ? [
          {
            code: 'meter-below-tables',
            message: `Your home uses ${percent}% of the heat that a home like it loses by the tables. So each insulation job saves about ${percent}% of what “What an insulation job saves” shows for the same area and U-values: that tool does not know your meter.`,
          },
        ]
      : []),
    ...(multiple > UNLIKELY_MULTIPLE
      ? [
          {
            code: 'meter-above-tables',
            message: `Your home uses ${multiple.toFixed(1)} times the heat that a home like it loses by the tables. Check that the number is for twelve months and in kWh, and not a reading of the meter.`,
          },
        ]
      : []),
    ...(calculateHotWaterKwh(home.people) > home.hotWaterKwh
      ? [
          {
            code: 'little-heat',
            message: `This is little heat for ${home.people} people: their hot water alone takes about ${formatNumber(Math.round(calculateHotWaterKwh(home.people) / 100) * 100)} kWh. Check that the number is for twelve months and for all of your heating and hot water.`,
          },
        ]
      : []),
    ...(isWithoutPoints
      ? [
          {
            code: 'no-epc-points',
            message:
              home.heating === 'storage'
                ? 'EPC points of heating and insulation are missing, because the EPC counts storage heaters at a night rate that we have not confirmed.'
                : `EPC points of jobs that save ${FUEL_NAMES[home.fuel]} are missing, because we have no confirmed price of ${FUEL_NAMES[home.fuel]} by the EPC’s method.`,
          },
        ]
      : []),
  ]
}

const FUEL_NAMES = { gas: 'gas', oil: 'oil', lpg: 'LPG', electric: 'electricity' }

const omitCases = ({ savingsByCase: _, ...job }: CountedJob): RankedJob => job

/** Calculates jobs in the given order and adds them up. Jobs that the home cannot have are left out. */
export function calculateJobsInOrder(
  order: readonly HomeJob[],
  inputs: WhichFirstInputs,
  referenceValues: ReferenceValues,
): { jobs: RankedJob[]; totals: JobTotals } {
  const home = createHome(inputs, referenceValues)
  let state = createHomeState(home)
  const done: CountedJob[] = []
  const jobs = order.flatMap((job) => {
    const calculated = calculateJob(job, home, state, describeJobsBefore(done, false))
    if (!calculated) return []
    state = calculated.next
    const ranked = toRanked(job, calculated, home)
    done.push(ranked)
    return [ranked]
  })
  return { jobs: jobs.map(omitCases), totals: addUp(jobs) }
}

/** Names the jobs that are counted as done before another one; empty if none of them saves heat. */
function describeJobsBefore(done: readonly RankedJob[], isPartly: boolean): string {
  if (done.every(({ job }) => job === 'solar')) return ''
  return isPartly ? 'the jobs above that are within your budget' : 'the jobs above'
}

/** Payback up to which insulation comes before a heat pump: it lasts longer than that. */
const INSULATION_YEARS = 30

/**
 * Chooses the job with the shortest payback again and again. A job of the reader's that costs more than is left of the budget is listed, but the
 * jobs after it are calculated as if it was not done. The landlord's jobs are not part of the budget.
 */
function orderJobs(home: Home): CountedJob[] {
  const ranked: CountedJob[] = []
  let state: HomeState = createHomeState(home)
  let remainingPounds = home.budgetPounds
  for (;;) {
    const jobsBefore = describeJobsBefore(
      ranked.filter((job) => !isOverBudget(job)),
      ranked.some(isOverBudget),
    )
    const candidates = HOME_JOBS.filter((job) => !ranked.some((other) => other.job === job)).flatMap((job) => {
      const calculated = calculateJob(job, home, state, jobsBefore)
      return calculated ? [{ calculated, ranked: toRanked(job, calculated, home) }] : []
    })
    const isWorthwhile = (job: HomeJob) =>
      candidates.some(({ ranked: other }) => other.job === job && (other.payback.middle ?? Infinity) <= INSULATION_YEARS)
    const best = candidates
      // A heat pump waits for the insulation that makes it smaller.
      .filter(({ ranked: { after } }) => !after.some(isWorthwhile))
      .toSorted((a, b) => getSortValue(a.ranked) - getSortValue(b.ranked))[0]
    if (!best) return ranked
    const pounds = best.ranked.cost.middle ?? Number.POSITIVE_INFINITY
    // A job that costs more to run than it saves is for the reader to choose.
    const isSaving = best.ranked.saving.middle === null || best.ranked.saving.middle >= 0
    const job = { ...best.ranked, isWithinBudget: best.ranked.who === 'you' && pounds <= remainingPounds && isSaving }
    ranked.push(job)
    if (job.isWithinBudget) remainingPounds -= pounds
    if (!isOverBudget(job)) state = best.calculated.next
  }
}

const isOverBudget = ({ who, isWithinBudget }: RankedJob) => who === 'you' && !isWithinBudget

/** Sorts a job that never pays back after all others, also after those whose payback is absurdly long. */
const NEVER_YEARS = 1e12

const getSortValue = ({ payback, who }: RankedJob) => (payback.middle ?? NEVER_YEARS) + (who === 'landlord' ? 10 * NEVER_YEARS : 0)

/** Adds the jobs up by case, so that the ends of the total belong together: a home that saves much by insulation saves less by a heat pump. */
function addUp(jobs: readonly CountedJob[]): JobTotals {
  const sum = (getValue: (job: CountedJob) => number | null) => jobs.reduce((total, job) => total + (getValue(job) ?? 0), 0)
  const addSavings = (name: 'saving' | 'carbonSaved', unit: string) =>
    createBand(
      unit,
      sum(({ savingsByCase }) => savingsByCase.middle[name].middle),
      (['low', 'middle', 'high'] as const).flatMap((key) => [
        sum(({ savingsByCase }) => savingsByCase[key][name].low),
        sum(({ savingsByCase }) => savingsByCase[key][name].high),
      ]),
    )
  const addCosts = (end: 'low' | 'middle' | 'high') => sum(({ who, cost }) => (who === 'you' ? cost[end] : 0))
  return {
    cost: createBand('£', addCosts('middle'), [addCosts('low'), addCosts('high')]),
    saving: addSavings('saving', '£'),
    carbonSaved: addSavings('carbonSaved', 'kg'),
  }
}

/** Returns the cheap insulation that is still to be done in the home, which makes its heat pump smaller. Solid walls cost too much to wait for. */
const listJobsBeforeHeatPump = (home: Home) =>
  (['draughts', 'loft', 'walls'] as const).filter((job) => {
    if (job === 'draughts') return !isNewBuild(home) && !home.done.includes(job)
    return home.fabric.jobs[job] !== undefined && (job !== 'walls' || resolveWalls(home) === 'empty-cavity')
  })

function toRanked(job: HomeJob, calculated: CalculatedJob, home: Home): CountedJob {
  const { tenure } = home
  const { cost, saving, carbonSaved, epcPoints, remark, savingsByCase } = calculated
  const price = { low: cost.low ?? 0, middle: cost.middle ?? 0, high: cost.high ?? 0 }
  const isTenant = tenure === 'tenant' || tenure === 'social'
  return {
    job,
    label: JOB_LABELS[job],
    who: isTenant && !TENANT_JOBS.includes(job) ? 'landlord' : 'you',
    cost,
    saving,
    carbonSaved,
    payback: calculatePayback(price, saving),
    epcPoints,
    disturbance: findDisturbance(job, home),
    after: job === 'heat-pump' ? listJobsBeforeHeatPump(home) : [],
    isWithinBudget: false,
    remark,
    savingsByCase,
  }
}
