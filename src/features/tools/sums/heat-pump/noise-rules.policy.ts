/**
 * The noise rule for planning permission of an air source heat pump in each nation. Sources were read on 28 November 2026; of the Welsh order
 * and of the conditions in Northern Ireland only summaries and excerpts could be read.
 */
import type { Nation } from '#features/figures/figures.policy.ts'

export interface NoiseRule {
  nation: Nation
  /** Short name of the rule. */
  name: string
  text: string
  source: { title: string; url: string }
}

const RULES: Record<Nation, Omit<NoiseRule, 'nation'>> = {
  england: {
    name: 'MCS 020(a)',
    text: 'England: without planning permission a heat pump may reach 37 dB(A) at most, one metre in front of a neighbour’s door or window, by the method of MCS 020(a). In force since 29 May 2025; since then the unit may be at the boundary.',
    source: {
      title: 'General Permitted Development Order 2015, Schedule 2, Part 14, Class G',
      url: 'https://www.legislation.gov.uk/uksi/2015/596/schedule/2/part/14/crossheading/class-g-installation-or-alteration-etc-of-air-source-heat-pumps-on-domestic-premises',
    },
  },
  wales: {
    name: 'MCS 020(a)',
    text: 'Wales: the same limit and method as in England, MCS 020(a), since 1 June 2026. The old rule of three metres to the boundary ended on that day.',
    source: {
      title: 'New planning rules for air source heat pumps in Wales from June 2026 (Limitless Energy, a summary)',
      url: 'https://www.limitless-energy.co.uk/post/new-air-source-heat-pump-planning-rules-in-wales-permitted-development-changes-from-june-2026',
    },
  },
  scotland: {
    name: 'MCS planning standards',
    text: 'Scotland: the order of 2016 asks for “MCS Planning Standards or equivalent” and names no issue and no number. The government asked in 2025 whether to name MCS 020. We compare with its 37 dB(A); ask your council which issue it accepts.',
    source: {
      title: 'General Permitted Development (Scotland) Amendment Order 2016, Class 6H',
      url: 'https://www.legislation.gov.uk/ssi/2016/126/body/made',
    },
  },
  'northern-ireland': {
    name: 'A metre to the boundary',
    text: 'Northern Ireland: since 4 July 2023 the rule is a distance: at least one metre to the boundary of another home, one unit, at most three metres high, not on a roof. We found no limit in decibels in the order. We compare with England’s 37 dB(A) for guidance; ask your council.',
    source: {
      title: 'Planning (General Permitted Development) (Amendment) Order (Northern Ireland) 2023, Class G',
      url: 'https://www.legislation.gov.uk/nisr/2023/95/schedule/paragraph/3/made',
    },
  },
}

export const findNoiseRule = (nation: Nation): NoiseRule => ({ nation, ...RULES[nation] })
