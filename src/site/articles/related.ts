export const RELATED_SHOWN = 3
/** One more, because the article itself may be among them. */
export const RELATED_ASKED = RELATED_SHOWN + 1
