/** Limits that the server and the forms share. Without zod, as the browser loads this module. */
/** Of a roof with four slopes; all other answers are shorter. */
export const OWN_HOME_ANSWER_MAX = 400
