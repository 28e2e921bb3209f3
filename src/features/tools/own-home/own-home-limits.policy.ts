/** Maximum length of an answer in characters; a roof with four slopes is the longest. This module must not import zod, as the browser loads it. */
export const MAX_HOME_ANSWER_CHARACTERS = 400
