import type { EligibilityColumn } from '@readroom/contracts/people/eligibility-sheet'
import { bodyRegionNames } from '@readroom/contracts/studies/body-regions'

const help: readonly { columns: readonly EligibilityColumn[]; words: string }[] = [
  { columns: ['laboratories'], words: 'Identifiers with semicolons between them, such as NORTHGATE; SOUTH. Empty means all.' },
  { columns: ['modalities'], words: 'Codes such as CT; MR. Empty means all.' },
  { columns: ['bodyRegions'], words: `${Object.values(bodyRegionNames).join(', ')}. Empty means all.` },
  { columns: ['groups'], words: 'Names with semicolons between them. Empty means none.' },
  { columns: ['openMinutesLimit'], words: 'Minutes of open work. Empty means no limit.' },
  { columns: ['workShare'], words: 'Percentage of a usual doctor, from 10 to 200.' },
  { columns: ['licenseExpiresOn'], words: 'The last valid day, such as until 2027-01-31. Empty means that it does not expire.' },
  { columns: ['timeZone'], words: 'The zone of shifts and absences, such as Europe/London.' },
  { columns: ['Monday', 'Sunday'], words: 'Shifts that begin on this day, such as 08:00-12:00, 22:00-06:00.' },
  { columns: ['absences'], words: 'Days such as 2026-12-24/2026-12-31 Holiday, with semicolons between them.' },
  {
    columns: ['email', 'fullName', 'version'],
    words: 'These say whose line it is, and when it was downloaded. Do not change them.',
  },
]

/** Explains the columns of the sheet. */
export function ColumnHelp() {
  return (
    <section aria-label="Columns">
      <h2 className="text-lg font-semibold">Columns</h2>
      <p className="mt-1 max-w-180 text-text-2">
        Lines and columns that you delete stay as they are in Readroom. If somebody changed a doctor after you downloaded the
        file, the line of that doctor is refused.
      </p>
      <dl className="mt-2 grid gap-x-4 gap-y-2 sm:grid-cols-[auto_1fr]">
        {help.map(({ columns, words }) => (
          <div key={columns.join()} className="contents">
            <dt className="num font-medium">{columns.join(columns.includes('Monday') ? ' to ' : ', ')}</dt>
            <dd className="text-text-2">{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
