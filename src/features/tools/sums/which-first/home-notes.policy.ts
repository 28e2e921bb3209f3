/** Lists advice that depends on tenure, pipes and what the reader does not know about the home. */
import { formatNumber } from '#wording/numbers.ts'
import { isNewBuild, resolveWalls } from './home-fabric.policy.ts'
import type { Home, HomeJob } from './home-state.policy.ts'

export interface HomeNote {
  key: string
  title: string
  lines: string[]
}

/** Returns the notes that apply to the home. */
export function listHomeNotes(home: Home, jobs: readonly { job: HomeJob; who: 'you' | 'landlord' }[]): HomeNote[] {
  const isTenant = home.tenure === 'tenant' || home.tenure === 'social'
  return [
    ...(isTenant ? listTenantNotes(home, jobs) : []),
    ...(home.house === 'flat' && !isTenant ? [FREEHOLDER_NOTE] : []),
    ...listHeatingNotes(home),
    ...(home.walls === 'unknown' && !isNewBuild(home) && !home.done.includes('walls') ? [createWallsNote(home)] : []),
  ]
}

function listTenantNotes(home: Home, jobs: readonly { who: 'you' | 'landlord' }[]): HomeNote[] {
  const { tenure, nation, heating, glazing } = home
  const hasLandlordJobs = jobs.some(({ who }) => who === 'landlord')
  const landlord = tenure === 'social' ? 'your council or housing association' : 'your landlord'
  return [
    {
      key: 'alone',
      title: 'What you can do yourself',
      lines: [
        'Seal gaps at doors, windows and the letterbox with strips that come off again. Leave vents open.',
        ...(glazing === 'single' ? ['Fit removable film or panels inside single glazing, and hang thick curtains.'] : []),
        'Fit a jacket to a hot water cylinder that has none.',
        ...(heating === 'storage'
          ? ['Check that your storage heaters charge at night, on a two-rate tariff, and turn the output down before you go to bed.']
          : []),
        'If you pay the bills, you can choose the supplier and the tariff yourself.',
      ],
    },
    ...(hasLandlordJobs
      ? [
          {
            key: 'landlord',
            title: 'What to ask your landlord for',
            lines: [
              `The jobs marked “Ask your landlord” change the building, so ${landlord} decides about them and pays. The saving is yours.`,
              ...(tenure === 'social'
                ? ['Ask when your home is due for insulation, new windows or new heating, and whether it can be brought forward.']
                : ['Ask in writing, with the saving and the cost from this page.']),
              ...(tenure === 'tenant' && (nation === 'england' || nation === 'wales')
                ? ['A home that is let privately in England or Wales must have an EPC of E or better, unless it is registered as exempt.']
                : []),
            ],
          },
        ]
      : []),
  ]
}

const FREEHOLDER_NOTE: HomeNote = {
  key: 'freeholder',
  title: 'Ask before you start',
  lines: [
    'Walls, windows and the outside of a flat often belong to the freeholder, or to all owners together. You need their consent first.',
  ],
}

function listHeatingNotes(home: Home): HomeNote[] {
  const { heating, house, hasPipes, done } = home
  if (heating === 'communal') {
    return [
      {
        key: 'communal',
        title: 'The building makes your heat',
        lines: [
          'A heat pump of your own is not an option while the building heats your home, so it is not in the list.',
          'Less heat means a lower bill if your heat is metered. Carbon and EPC points are those of mains gas, as the building’s fuel is not known.',
        ],
      },
    ]
  }
  if (hasPipes || heating === 'heat-pump' || done.includes('heat-pump')) return []
  if (house === 'flat') {
    return [
      {
        key: 'no-pipes',
        title: 'A heat pump for a flat without pipes',
        lines: [
          'An air-to-water heat pump heats water for radiators. It needs a wet system of pipes and radiators, which this flat does not have, so it is not in the list.',
          createAirToAirLine(home),
          'New storage heaters with a thermostat and a fan, on a two-rate tariff, cost less to install but more to run.',
          'A whole block can share a ground loop or a heat network. That needs the owners together: ask who manages the building.',
        ],
      },
    ]
  }
  return [
    {
      key: 'no-pipes',
      title: 'A heat pump for a house without pipes',
      lines: [
        'An air-to-water heat pump needs a wet system. Our price includes new radiators and pipes, and the work goes through every room.',
        createAirToAirLine(home),
      ],
    },
  ]
}

function createAirToAirLine({ nation, referenceValues }: Home): string {
  const grant = nation === 'england' || nation === 'wales' ? referenceValues.find('bus.air-to-air') : undefined
  const grantText = grant ? ` The Boiler Upgrade Scheme pays £${formatNumber(grant.value)} towards one that you own.` : ''
  return `An air-to-air heat pump blows warm air into the rooms and needs no pipes. It does not heat water.${grantText}`
}

const WALL_NAMES = { solid: 'solid', 'empty-cavity': 'an empty cavity', 'filled-cavity': 'a filled cavity' }

const createWallsNote = (home: Home): HomeNote => ({
  key: 'walls',
  title: 'Find out what your walls are',
  lines: [
    `We took them to be ${WALL_NAMES[resolveWalls(home)]}, the most common for the age.`,
    'Short brick ends between the long ones mean a solid wall. Small filled holes in the mortar mean that a cavity has been filled. An EPC names the wall too.',
  ],
})
