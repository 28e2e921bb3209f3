/** Maximum number of members that one member can mute. */
export const MUTES_MAX = 500
