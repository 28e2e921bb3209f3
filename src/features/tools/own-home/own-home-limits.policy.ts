/** Maximum length of an answer; a roof with four slopes is the longest. Must not import zod, as the browser loads this module. */
export const OWN_HOME_ANSWER_MAX = 400
