import { useWording } from './use-wording.ts'

/** A number in the site's format, `1,234`: for table cells, which cannot call the hook. */
export const NumberText = ({ value }: { value: number }) => useWording().number(value)
