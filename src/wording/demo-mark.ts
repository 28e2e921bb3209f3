/** Marks the title of demo content in texts that cannot show the Demo chip, such as mails. */
export const markDemo = (title: string, isDemo: boolean): string => (isDemo ? `${title} (demo)` : title)
