/** Whether the browser sends Do Not Track or Global Privacy Control. */
export const hasTrackingOptOut = (): boolean =>
  navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
