import { useWording } from './use-wording.ts'

/** `1,234`, as this site writes it: for a cell, which cannot use the hook itself. */
export const NumberText = ({ value }: { value: number }) => useWording().number(value)
