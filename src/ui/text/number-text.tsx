import { useWording } from './use-wording.ts'

/** Renders a number in the site's format, such as `1,234`. It is for table cells, whose render functions cannot call the hook. */
export const NumberText = ({ value }: { value: number }) => useWording().number(value)
