let isKept = false

/** Notes whether the server keeps emails in a folder instead of sending them. */
export function setEmailsKept(kept: boolean): void {
  isKept = kept
}

/** Returns true if emails stay in a folder of the server, because no mail server is set. */
export const areEmailsKept = (): boolean => isKept

/** Explains where emails are that nobody receives. */
export const keptEmailWords = 'No mail server is set. Emails stay in a folder of the server, and nobody receives them.'

/** Says that an email was sent to an address, or where it is instead. */
export const sentWords = (what: string, address: string): string =>
  isKept ? `${what} for ${address} was not sent. ${keptEmailWords}` : `${what} was sent to ${address}`
