/** Parses the page number from the URL. @returns 1 if it is missing or invalid */
export const parsePage = (text: string | null): number => (/^[1-9]\d{0,4}$/.test(text ?? '') ? Number(text) : 1)
