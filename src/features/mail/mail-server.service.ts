/** Whether this process can send: known once at its start, and asked before anything is published that would be mailed. */
let isConfigured = true

export function setMailServerConfigured(smtpUrl: string | undefined): void {
  isConfigured = smtpUrl !== undefined
}

export const hasMailServer = (): boolean => isConfigured
