/** Parses the page number from the URL. Returns 1 for invalid values. */
export const parsePage = (text: string | null): number => (/^[1-9]\d{0,4}$/.test(text ?? '') ? Number(text) : 1)
