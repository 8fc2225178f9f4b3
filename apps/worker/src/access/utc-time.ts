const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Returns an instant in words, for emails. */
export const utcTime = (at: Date): string => `${format.format(at)} UTC`
