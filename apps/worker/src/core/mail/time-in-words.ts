/** Returns an instant in words, for emails, in the clinic's zone. */
export const timeInWords = (at: Date, zone: string): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: zone }).format(at)} (${zone})`
