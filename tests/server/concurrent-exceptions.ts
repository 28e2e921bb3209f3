/** Writes that may end in another way when they are sent twice at once than when they are sent in turn, each with its reason. */
export const ENDS_DIFFERENTLY: Readonly<Record<string, string>> = {}
