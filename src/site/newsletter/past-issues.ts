/** From an address; 1 for what is no page. */
export const parsePage = (given: string | null): number => (/^[1-9]\d{0,4}$/.test(given ?? '') ? Number(given) : 1)
