/** Pattern for digits with the separators of any region: `1.234,56`, `12 500`, `1’299`. Spaces and apostrophes separate only groups of three. */
export const PRICE_NUMBER = String.raw`(?:\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?!\d)(?:[.,]\d{1,2}(?![\d.,]\d))?|\d[\d.,]*\d|\d)`
