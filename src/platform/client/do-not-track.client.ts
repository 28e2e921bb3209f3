/** Whether this browser asks not to be counted. */
export const asksNotToBeCounted = (): boolean =>
  navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
