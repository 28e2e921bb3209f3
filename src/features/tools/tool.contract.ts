/** Defines the API of the tools: inputs, results and the reference values behind them. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { Caveat } from '#features/figures/caveats/caveat.contract.ts'
import { NATIONS } from '#features/figures/figures.policy.ts'
import { FoundCars } from './car-finder/car-finder.contract.ts'
import { TOOL_NAMES } from './catalogue/tool.policy.ts'
import { RADIATOR_TYPES } from './sums/heat-pump/radiators.policy.ts'
import { DIRECTIONS, SHADE_LEVELS } from './places/sap-sun.policy.ts'
import { REASON_TONES, SUITABILITY_VERDICTS } from './sums/heat-pump/suitability.policy.ts'
import { MAX_INPUT_CHARACTERS } from './inputs/parse-input.policy.ts'
import { TOOL_PARAMETERS } from './tool-parameters.policy.ts'

const toolsFeature = { feature: 'tools' } as const

/** `null` means that there is no such value; as `high`, `null` means unbounded. */
export const Band = z.object({ low: z.number().nullable(), middle: z.number().nullable(), high: z.number().nullable(), unit: z.string() })

const Slope = z.object({ kwp: z.number(), pitchDegrees: z.number(), direction: z.enum(DIRECTIONS), shade: z.enum(SHADE_LEVELS) })
const FabricElement = z.object({ areaM2: z.number(), uValue: z.number() })
const Room = z.object({ lossWatts: z.number(), outputWatts: z.number(), roomCelsius: z.number() })
const InputValue = z.union([
  z.number(),
  z.string(),
  z.boolean(),
  z.array(z.string()),
  z.array(Slope),
  z.array(FabricElement),
  z.array(Room),
])
const Whose = z.enum(['ours', 'reader'])
const Input = z.object({ value: InputValue, text: z.string(), unit: z.string(), whose: Whose })

export const Constant = z.object({
  key: z.string(),
  label: z.string(),
  value: z.number(),
  unit: z.string(),
  validFrom: z.string(),
  validTo: z.string().nullable(),
  checkedOn: z.string(),
  source: z.object({ title: z.string(), publisher: z.string(), url: z.string() }),
  certainty: z.enum(['A', 'B', 'C']),
})
export type Constant = z.infer<typeof Constant>

const SolarMonth = z.object({
  generation: z.number(),
  use: z.number(),
  selfUse: z.number(),
  exported: z.number(),
  bought: z.number(),
})
const RoomFlow = z.object({ flowTemperature: z.number(), missingOutputWatts: z.record(z.string(), z.number()) })
const SupplyAnswer = z.enum(['ask first', 'notify', 'nothing to do'])
export const Grant = z.object({
  key: z.string(),
  label: z.string(),
  plan: z.string(),
  verdict: z.enum(['for you', 'not for you', 'open']),
  because: z.string(),
  pounds: z.number().optional(),
  share: z.number().optional(),
  until: z.string().nullable(),
})
const LowIncomeRoute = z.object({
  name: z.string(),
  verdict: z.enum(['open', 'not for you']),
  because: z.string(),
  pays: z.string(),
  url: z.string(),
})
const NoiseRule = z.object({
  nation: z.enum(NATIONS),
  name: z.string(),
  text: z.string(),
  source: z.object({ title: z.string(), url: z.string() }),
})
const QuoteCheck = z.object({
  key: z.string(),
  verdict: z.enum(['fine', 'ask', 'impossible']),
  message: z.string(),
  question: z.string().optional(),
})
export const Suitability = z.object({
  verdict: z.enum(SUITABILITY_VERDICTS),
  title: z.string(),
  summary: z.string(),
  /** Reasons, the weightiest first. */
  reasons: z.array(
    z.object({
      question: z.string(),
      tone: z.enum(REASON_TONES),
      text: z.string(),
      /** Names of tools that help. */
      tools: z.array(z.string()),
      /** Slugs of articles that help. */
      guides: z.array(z.string()),
    }),
  ),
})
export const RankedJob = z.object({
  job: z.string(),
  label: z.string(),
  /** Who can have the job done: tenants can only ask their landlord for most of them. */
  who: z.enum(['you', 'landlord']),
  cost: Band,
  saving: Band,
  carbonSaved: Band,
  payback: Band,
  epcPoints: Band,
  disturbance: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  after: z.array(z.string()),
  isWithinBudget: z.boolean(),
  /** What the result assumes. */
  remark: z.string().optional(),
})

/** A caveat of a result; `isSpecific` states whether its title has the numbers of the result. */
export const ToolCaveat = Caveat.extend({ isSpecific: z.boolean() })
export type ToolCaveat = z.infer<typeof ToolCaveat>

export const ToolResponse = z.object({
  inputs: z.record(z.string(), Input),
  results: z.record(z.string(), Band),
  constants: z.array(Constant),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  /** Safety notes that this result needs, the most important first. */
  caveats: z.array(ToolCaveat),
  /** Energy flows from January to December, in kWh. Only `solar` returns them. */
  months: z.array(SolarMonth).optional(),
  /** Flow temperatures of the rooms, in input order. Only `radiators` returns them. */
  rooms: z.array(RoomFlow).optional(),
  /** Typical outputs of radiators 600 mm high, in W for a metre of length. Only `radiators` returns them. */
  radiatorTypes: z.array(z.object({ type: z.enum(RADIATOR_TYPES), wattsPerMetre: z.number() })).optional(),
  /** Whether charger and inverter need consent. Only `supply` returns it. */
  answers: z.object({ charger: SupplyAnswer, inverter: SupplyAnswer }).optional(),
  /** Whether the network operator would have to agree without load management. Only `supply` returns it. */
  isConsentAvoided: z.boolean().optional(),
  /** Sums with their numbers, such as the average price of a tariff. */
  sums: z.array(z.string()).optional(),
  /** Planning rule on noise in the nation. Only `noise` returns it. */
  noiseRule: NoiseRule.optional(),
  /** Verdict on a home. Only `heat-pump-suitability` returns it. */
  suitability: Suitability.optional(),
  /** Electric cars of the catalogue. Only `car-finder` returns them, on sites with products. */
  cars: FoundCars.optional(),
  grants: z.array(Grant).optional(),
  /** Schemes for low incomes, in the order in which to try them. Only `grants` returns them. */
  lowIncomeRoutes: z.array(LowIncomeRoute).optional(),
  /** Checks of the quote. Only `quote-check` returns them. */
  checks: z.array(QuoteCheck).optional(),
  /** Jobs in ranked order. Only `which-first` returns them. */
  jobs: z.array(RankedJob).optional(),
  /** Advice for the home, such as what a tenant can ask for. Only `which-first` returns it. */
  notes: z.array(z.object({ key: z.string(), title: z.string(), lines: z.array(z.string()) })).optional(),
})
export type ToolResponse = z.infer<typeof ToolResponse>

const FormField = z.object({
  name: z.string(),
  label: z.string(),
  unit: z.string(),
  kind: z.enum(['number', 'whole', 'choice', 'choices', 'flag', 'postcode', 'date', 'slopes', 'elements', 'rooms']),
  /** Maximum number of rows for inputs of rows, else the largest number; `null` if there is none. */
  max: z.number().nullable(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  help: z.string().nullable(),
  /** Path in `/art/`, without extension, of a drawing next to the field; `null` if there is none. */
  picture: z.string().nullable(),
  isOptional: z.boolean(),
  /** Whether the field applies; false if the other inputs make it irrelevant. */
  isAsked: z.boolean(),
  /** Whether the field is rarely changed, so that the form shows it in a collapsed section. */
  isMinor: z.boolean(),
  /** Text in the form field. */
  text: z.string(),
  whose: Whose.nullable(),
  /** Default that applies while the field is empty; `null` if there is none. */
  ours: z
    .object({ text: z.string(), label: z.string(), key: z.string().nullable(), validTo: z.string().nullable(), isExpired: z.boolean() })
    .nullable(),
  error: z.string().nullable(),
})
export type FormField = z.infer<typeof FormField>

const Range = z.object({ min: z.number().optional(), max: z.number().optional() })
const Labelled = z.object({ name: z.string(), label: z.string() })

/** Content of a tool page: the form with its values, the result and related links. */
export const ToolForm = z.object({
  name: z.enum(TOOL_NAMES),
  title: z.string(),
  about: z.string(),
  category: z.string(),
  picture: z.string(),
  /** Day on which the reference values are in force, as an ISO date. */
  today: z.string(),
  /** Whether the query was empty, so that the example is shown. */
  isExample: z.boolean(),
  /** Inputs of the form as query parameters: the submitted ones, or else the example. */
  given: z.record(z.string(), z.string()),
  fields: z.array(FormField),
  /** Result of the tool; `null` if any input is invalid. */
  answer: ToolResponse.nullable(),
  /** Names and labels of the results in `answer`, in display order. */
  results: z.array(Labelled.extend({ isMain: z.boolean(), isBreakEven: z.boolean() })),
  formula: z.array(z.string()),
  leavesOut: z.array(z.string()),
  guides: z.array(z.object({ slug: z.string(), title: z.string() })),
  next: z.array(z.object({ name: z.enum(TOOL_NAMES), title: z.string(), about: z.string() })),
  products: z.object({ category: z.string(), ranges: z.record(z.string(), Range), about: z.string() }).nullable(),
})
export type ToolForm = z.infer<typeof ToolForm>

export const ToolListed = z.object({
  name: z.enum(TOOL_NAMES),
  title: z.string(),
  about: z.string(),
  category: z.string(),
  picture: z.string(),
  inputs: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      unit: z.string(),
      kind: FormField.shape.kind,
      min: z.number().nullable(),
      max: z.number().nullable(),
      choices: z.array(z.string()),
      isOptional: z.boolean(),
      help: z.string().nullable(),
      example: z.string().nullable(),
    }),
  ),
})
export type ToolListed = z.infer<typeof ToolListed>

const text = z.string().max(MAX_INPUT_CHARACTERS, 'This is too long.')
/** Query that accepts the inputs of all tools; each tool parses its own inputs and reports errors by field. */
const ToolInputsQuery = z.object(
  Object.fromEntries(TOOL_PARAMETERS.map((name) => [name, z.union([text, z.array(text).max(100)]).optional()])),
)
const params = z.object({ tool: z.enum(TOOL_NAMES) })

export const listToolsEndpoint = endpoint('GET /api/tools', {
  ...toolsFeature,
  summary: 'List the tools with their inputs.',
  response: z.array(ToolListed),
  list: true,
})
export const runToolEndpoint = endpoint('GET /api/tools/:tool', {
  ...toolsFeature,
  summary:
    'Run a tool. It accepts the inputs that the list of tools gives for it; missing ones fall back to defaults where there are any. Each result is a range around `middle`, the unrounded value of the formula. If any input is invalid the response is 400 and nothing is calculated.',
  params,
  query: ToolInputsQuery,
  response: ToolResponse,
})
export const getToolFormEndpoint = endpoint('GET /api/tools/:tool/form', {
  ...toolsFeature,
  summary: 'Get a tool’s page: its form fields with values and errors, and the result if all inputs are valid.',
  params,
  query: ToolInputsQuery,
  response: ToolForm,
})
