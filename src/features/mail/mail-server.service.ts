/** Stores at process startup whether SMTP_URL is set. Features check it before they accept work that depends on mail. */
let isConfigured = true

export function setMailServerConfigured(smtpUrl: string | undefined): void {
  isConfigured = smtpUrl !== undefined
}

export const hasMailServer = (): boolean => isConfigured
