import { NATIONS, type Nation } from '#features/figures/figures.policy.ts'

/** Parses the nation from the URL. Invalid values select England. */
export const parseNation = (text: string | null): Nation => NATIONS.find((nation) => nation === text) ?? 'england'
