/** Judges the tool `heat-pump-suitability`: whether a home suits an air-to-water heat pump, from questions with yes or no. */
import type { ToolWarning } from '#features/tools/figures/bands.policy.ts'
import { trackReferenceValueUse, type Nation, type ReferenceValues } from '#features/figures/figures.policy.ts'
import type { Tenure } from '#features/tools/sums/grants/grant-inputs.policy.ts'
import { findNoiseRule } from './noise-rules.policy.ts'
import { ASSESSMENT_METRES, calculateDistanceForLevel } from './noise.policy.ts'

export const ANSWERS = ['yes', 'no', 'unsure'] as const
export type Answer = (typeof ANSWERS)[number]
export const DWELLINGS = ['house', 'flat'] as const

/** Questions with yes, no or "don't know", in the order of the form. */
export const QUESTIONS = ['listed', 'outdoors', 'neighbour', 'pipes', 'insulated', 'cylinder', 'mains'] as const
export type Question = (typeof QUESTIONS)[number]

export interface SuitabilityInputs {
  nation: Nation
  dwelling: (typeof DWELLINGS)[number]
  tenure: Tenure
  answers: Record<Question, Answer>
}

/** `stop`: speaks against it; `permission`: another party must agree; `work`: to be done first; `check`: to be found out; `good`: fits. */
export const REASON_TONES = ['stop', 'permission', 'work', 'check', 'good'] as const
export const SUITABILITY_VERDICTS = ['likely', 'with-work', 'ask-first', 'other-ways'] as const

export interface SuitabilityReason {
  question: Question | 'dwelling' | 'tenure'
  tone: (typeof REASON_TONES)[number]
  text: string
  /** Names of tools that help. */
  tools: readonly string[]
  /** Slugs of articles that help. */
  guides: readonly string[]
}

export interface Suitability {
  verdict: (typeof SUITABILITY_VERDICTS)[number]
  title: string
  summary: string
  reasons: SuitabilityReason[]
}

/** From this number of open questions on the verdict is to find out first. */
const MANY_OPEN_QUESTIONS = 3
/** Sound power of a typical unit in dB(A), and directivity of a position in front of a wall. */
const TYPICAL_UNIT = { powerDb: 54, directivity: 4 }

type Reply = Omit<SuitabilityReason, 'question' | 'tools' | 'guides'> & { tools?: readonly string[]; guides?: readonly string[] }

/** Replies by question and answer. `{distance}` is the distance in m that a typical unit needs to the window itself. */
const REPLIES: Record<Question, Record<Answer, Reply>> = {
  listed: {
    yes: {
      tone: 'permission',
      text: 'A listed building needs listed building consent, and a conservation area can need planning permission. Ask the council before you ask for quotes.',
    },
    no: { tone: 'good', text: 'It is not listed and not in a conservation area, so most heat pumps need no planning permission.' },
    unsure: { tone: 'check', text: 'Look up your address on the council’s map of listed buildings and conservation areas.' },
  },
  outdoors: {
    yes: {
      tone: 'good',
      text: 'There is a place for the unit. Units with propane (R290) also need clear space to doors, windows, drains and air bricks: the manual says how much.',
      guides: ['heat-pump-noise'],
    },
    no: {
      tone: 'stop',
      text: 'An air source heat pump needs a unit outside, on the ground, a wall or (except in Northern Ireland) a flat roof. Without any place, ask about a shared ground loop or a heat network, or look at modern storage heaters.',
      tools: ['which-first'],
    },
    unsure: {
      tone: 'check',
      text: 'Measure: a unit is about 1.2 m wide, 1 m high and 0.5 m deep, and needs free air in front. Think of back gardens, garage walls and (except in Northern Ireland) flat roofs; a narrow side passage makes it louder.',
    },
  },
  neighbour: {
    yes: {
      tone: 'good',
      text: 'At {distance} m or more from the window a typical unit stays within 37 dB(A) at the point that counts, 1 m in front of it.',
      tools: ['noise'],
    },
    no: {
      tone: 'work',
      text: 'Closer than {distance} m you need a quieter unit, another place or a solid barrier. Work it out with the sound power of the unit.',
      tools: ['noise'],
      guides: ['heat-pump-noise'],
    },
    unsure: {
      tone: 'check',
      text: 'Measure from the place of the unit to the nearest neighbour’s window or door: {distance} m is enough for a typical unit.',
      tools: ['noise'],
    },
  },
  pipes: {
    yes: {
      tone: 'good',
      text: 'Your radiators or pipes can stay. A few radiators may need to be larger.',
      tools: ['radiators'],
      guides: ['heat-pump-running-costs'],
    },
    no: {
      tone: 'work',
      text: 'Without radiators a heat pump needs new pipes and radiators in all rooms, or it blows warm air (air to air). Ask for the price of both.',
      tools: ['heat-pump'],
      guides: ['heat-pump-price-and-payback'],
    },
    unsure: { tone: 'check', text: 'Look for radiators with a valve and two pipes. Heaters with a plug or a cable only are electric.' },
  },
  insulated: {
    yes: {
      tone: 'good',
      text: 'The loft is insulated and cavity walls are filled, so a smaller heat pump is enough.',
      tools: ['heat-loss'],
    },
    no: {
      tone: 'work',
      text: 'A heat pump works in a home that is not insulated, but must be larger and costs more to run. Do loft, cavity walls and draughts first: they pay back soonest.',
      tools: ['insulation', 'heat-loss'],
      guides: ['loft-insulation-done-well', 'walls-and-windows', 'draughts-and-fresh-air'],
    },
    unsure: {
      tone: 'check',
      text: 'Look into the loft, and read your energy performance certificate: it lists walls and loft.',
      tools: ['heat-loss'],
      guides: ['reading-an-epc'],
    },
  },
  cylinder: {
    yes: { tone: 'good', text: 'There is a hot water cylinder or space for one. Yours may need a larger coil: ask the installer.' },
    no: {
      tone: 'work',
      text: 'A heat pump needs stored hot water. Slim cylinders, heat batteries and cylinders in a loft or outhouse save space; ask for a quote that includes one.',
    },
    unsure: {
      tone: 'check',
      text: 'A cylinder for a family is about 60 cm wide and 1.5 to 2 m high. Look at airing cupboards and the place of the old boiler.',
    },
  },
  mains: {
    yes: {
      tone: 'good',
      text: 'A main fuse of 80 A or more is enough for most heat pumps. With a car charger, add both up: above a peak of 60 A the network operator has to agree first.',
      tools: ['supply'],
    },
    no: {
      tone: 'work',
      text: 'With 60 A or less, or a supply that is shared with a neighbour (looped), the network operator may have to agree first: always with a looped supply, and otherwise if the peak with the heat pump is above the fuse or above 60 A.',
      tools: ['supply'],
      guides: ['one-phase-or-three'],
    },
    unsure: {
      tone: 'check',
      text: 'The number is on the sealed fuse next to the electricity meter: 60, 80 or 100. Do not open it.',
      tools: ['supply'],
    },
  },
}

const GRANT_HELP = { tools: ['grants'], guides: ['grants-in-four-nations'] }

const OWNER_GRANTS: Record<Nation, string> = {
  england: 'you can apply for the Boiler Upgrade Scheme if it replaces a boiler or electric heating',
  wales: 'you can apply for the Boiler Upgrade Scheme if it replaces a boiler or electric heating',
  scotland: 'you can apply to Home Energy Scotland, which assesses your home first',
  'northern-ireland': 'the Boiler Upgrade Scheme does not cover Northern Ireland',
}

/** The grant of Home Energy Scotland is for people who live in the home that they own, so landlords do not get it. */
function createOwnerReply(tenure: 'owner' | 'landlord', nation: Nation): Reply {
  if (tenure === 'owner') return { tone: 'good', text: `You own it, so you decide, and ${OWNER_GRANTS[nation]}.`, ...GRANT_HELP }
  const grant =
    nation === 'scotland'
      ? 'The heat pump grant of Home Energy Scotland is for people who own and live in their home.'
      : `As the owner ${OWNER_GRANTS[nation]}.`
  return { tone: 'good', text: `As the landlord you decide. ${grant} Agree the time of the work with your tenants.`, ...GRANT_HELP }
}

function createTenantReply(nation: Nation): Reply {
  const grant = {
    england: 'Private landlords can apply for the Boiler Upgrade Scheme; you cannot.',
    wales: 'Private landlords can apply for the Boiler Upgrade Scheme; you cannot.',
    scotland: 'The heat pump grant of Home Energy Scotland is for people who own and live in their home, so neither of you gets it.',
    'northern-ireland': 'The Boiler Upgrade Scheme does not cover Northern Ireland.',
  }[nation]
  return { tone: 'permission', text: `Your landlord must agree and place the order. Show them this page. ${grant}`, ...GRANT_HELP }
}

const SOCIAL_REPLY: Reply = {
  tone: 'permission',
  text: 'The council or housing association decides, and has programmes of its own. Ask when your street is planned.',
  tools: ['grants'],
}

const FLAT_REPLY: Reply = {
  tone: 'permission',
  text: 'In a flat the freeholder or the other owners must agree, because outside walls, roof and garden are shared. Ask the managing agent first, and about one heat pump for the building.',
}

const VERDICT_TEXTS: Record<Suitability['verdict'], { title: string; summary: string }> = {
  likely: {
    title: 'Likely: your home suits a heat pump',
    summary: 'Nothing that you entered speaks against it. Ask for a heat loss calculation room by room and for two or three quotes.',
  },
  'with-work': {
    title: 'Yes, with some work',
    summary: 'A heat pump can heat this home. Do or plan the points below first, and have them in the quote.',
  },
  'ask-first': { title: 'Ask first', summary: 'It may well work, but there is something to ask or to find out before you ask for quotes.' },
  'other-ways': {
    title: 'Look at other ways',
    summary: 'An air-to-water heat pump is unlikely to fit here as things are. The points below say why, and what else there is.',
  },
}

/** Judges a home. The reasons are ordered by their weight, `stop` first. */
export function judgeSuitability(
  { nation, dwelling, tenure, answers }: SuitabilityInputs,
  allReferenceValues: ReferenceValues,
): { suitability: Suitability; warnings: ToolWarning[]; referenceKeys: string[] } {
  const referenceValues = trackReferenceValueUse(allReferenceValues)
  const limitDb = referenceValues.find('noise.limit')?.value ?? 37
  // The level counts one metre in front of the window; people measure to the window.
  const distance = calculateDistanceForLevel(TYPICAL_UNIT.powerDb, TYPICAL_UNIT.directivity, limitDb) + ASSESSMENT_METRES
  const toReason = (question: SuitabilityReason['question'], { tone, text, tools = [], guides = [] }: Reply): SuitabilityReason => ({
    question,
    tone,
    text: text.replaceAll('{distance}', String(Math.ceil(distance))),
    tools,
    guides,
  })
  const isFlatWithoutPipes = dwelling === 'flat' && answers.pipes === 'no'
  const reasons = [
    toReason(
      'tenure',
      tenure === 'tenant' ? createTenantReply(nation) : tenure === 'social' ? SOCIAL_REPLY : createOwnerReply(tenure, nation),
    ),
    ...(dwelling === 'flat' ? [toReason('dwelling', FLAT_REPLY)] : []),
    ...QUESTIONS.filter((question) => isAsked(question, answers)).map((question) =>
      question === 'pipes' && isFlatWithoutPipes
        ? toReason(question, FLAT_WITHOUT_PIPES_REPLY)
        : question === 'listed' && answers.listed === 'no' && dwelling === 'flat'
          ? toReason(question, UNLISTED_FLAT_REPLY)
          : toReason(question, REPLIES[question][answers[question]]),
    ),
  ].toSorted((a, b) => REASON_TONES.indexOf(a.tone) - REASON_TONES.indexOf(b.tone))
  const count = (tone: SuitabilityReason['tone']) => reasons.filter((reason) => reason.tone === tone).length
  const verdict =
    count('stop') > 0
      ? 'other-ways'
      : count('permission') > 0 || count('check') >= MANY_OPEN_QUESTIONS
        ? 'ask-first'
        : count('work') > 0
          ? 'with-work'
          : 'likely'
  return {
    suitability: { verdict, ...VERDICT_TEXTS[verdict], reasons },
    warnings: nation === 'scotland' || nation === 'northern-ireland' ? [{ code: 'noise-rule', message: findNoiseRule(nation).text }] : [],
    referenceKeys: referenceValues.usedKeys(),
  }
}

const UNLISTED_FLAT_REPLY: Reply = {
  tone: 'check',
  text: 'It is not listed and not in a conservation area. The rules for a unit on or beside flats differ from those for houses: ask the council whether it needs planning permission.',
}

const FLAT_WITHOUT_PIPES_REPLY: Reply = {
  tone: 'stop',
  text: 'A flat without radiators would need pipes through all rooms. Compare modern storage heaters on a night tariff, an air-to-air heat pump, and the plans of your building.',
  tools: ['heat-pump'],
}

/** Whether a question counts: without a place for the unit its distance to the neighbour does not matter. */
const isAsked = (question: Question, answers: Partial<Record<Question, Answer>>): boolean =>
  question !== 'neighbour' || answers.outdoors !== 'no'
