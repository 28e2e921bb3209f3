import { NATIONS, type Nation } from '#features/figures/figures.policy.ts'

/** Parses the nation from the URL. @returns England if it is missing or invalid */
export const parseNation = (text: string | null): Nation => NATIONS.find((nation) => nation === text) ?? 'england'
