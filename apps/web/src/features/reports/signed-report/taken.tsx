import type { Report } from '@readroom/contracts/reports/reports'
import { formatInstant } from '../../../lib/format.ts'
import { SentTo } from '../list/sent-to.tsx'

/** Shows the downloads of the signed reports, whether the newest version was downloaded, and to whom reports were sent. `reports` are ordered newest first. */
export function Taken({ reports }: { reports: readonly Report[] }) {
  const signed = reports.filter((report) => report.signed !== null && !report.isWithdrawn)
  const taken = signed
    .flatMap(({ downloads, signed: version }) => downloads.map((each) => ({ ...each, number: version?.number })))
    .toSorted((one, other) => other.downloadedAt.localeCompare(one.downloadedAt))
  const [newest] = signed
  const isSent = reports.some(({ sent }) => sent.length > 0)
  return (
    <section aria-label="Downloaded" className="border-t border-line px-4 py-3.5">
      <h2 className="font-semibold">Downloaded</h2>
      {newest?.downloads.length === 0 && (
        <p className="mt-1 text-sm text-text-2">Version {newest.signed?.number} has not been downloaded yet.</p>
      )}
      <ul className="mt-1 grid gap-1.5">
        {taken.map(({ userName, downloadedAt, number }) => {
          const { text, exact } = formatInstant(downloadedAt)
          return (
            <li key={`${downloadedAt} ${userName}`}>
              <bdi>{userName}</bdi>,{' '}
              <time dateTime={downloadedAt} data-tip={exact} className="num text-text-2">
                {text}
              </time>
              <span className="block text-sm text-text-2">Version {number}</span>
            </li>
          )
        })}
      </ul>
      {isSent && <h2 className="mt-3 font-semibold">Sent</h2>}
      {reports.map((report) => (
        <SentTo key={report.id} report={report} />
      ))}
    </section>
  )
}
