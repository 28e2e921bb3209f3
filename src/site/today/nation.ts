import { NATIONS, type Nation } from '#features/figures/figures.policy.ts'

/** The nation that the address names; England where it names none. */
export const parseNation = (given: string | null): Nation => NATIONS.find((nation) => nation === given) ?? 'england'
