/** Returns an instant by the clinic's clock, as DICOM writes it. */
export function dicomTime(at: Date, zone: string): { date: string; time: string } {
  // Swedish writes 2026-11-21 14:03:07.
  const [date = '', time = ''] = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })
    .format(at)
    .split(' ')
  return { date: date.replaceAll('-', ''), time: time.replaceAll(':', '') }
}
