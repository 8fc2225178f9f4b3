import { type Balance, balanceDays } from '@readroom/contracts/turnaround/workload'
import { useQuery } from '@tanstack/react-query'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { messageOf } from '../../../lib/api/api-error.ts'
import { plural } from '../../../lib/format.ts'
import { evennessWords, latePercent, minutesWords } from '../evenness-words.ts'
import { balanceOptions } from './workload.queries.ts'
import { ColumnHead, cell, NumberHead, tableClass } from './workload-table.tsx'

function Doctors({ doctors }: Pick<Balance, 'doctors'>) {
  return (
    <details>
      <summary className="inline-flex items-center text-sm font-medium text-accent-text max-lg:min-h-11">
        Minutes of each doctor
      </summary>
      <table aria-label="Minutes of each doctor" className={`${tableClass} mt-2 max-w-160`}>
        <thead>
          <tr className="border-b border-line text-xs text-text-2">
            <ColumnHead>Doctor</ColumnHead>
            <NumberHead tip="How long reading the studies that the doctor was given is expected to take">Given</NumberHead>
            <NumberHead tip="The doctor's share of the studies that the doctor could read while on">Share</NumberHead>
          </tr>
        </thead>
        <tbody>
          {doctors.map(({ doctorId, fullName, minutes, shareMinutes }) => (
            <tr key={doctorId} className="border-b border-line last:border-0">
              <th scope="row" className={`${cell} text-left font-medium wrap-anywhere`}>
                <bdi>{fullName}</bdi>
              </th>
              <td className={`${cell} num text-right whitespace-nowrap`}>{minutesWords(minutes)}</td>
              <td className={`${cell} num text-right whitespace-nowrap`}>{minutesWords(shareMinutes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** Shows how evenly the studies of the last days were given, beside how many of them were late. */
export function BalanceSection() {
  const { data: balance, error } = useQuery(balanceOptions)
  if (error) return <FormMessage tone="error">{messageOf(error, 'The evenness could not be loaded.')}</FormMessage>
  if (!balance) return <Loading />
  const { evenness, lateness, doctors } = balance
  if (evenness === null)
    return <p className="text-text-2">No doctor was given a study that arrived in the last {balanceDays} days.</p>
  return (
    <div className="grid gap-2">
      <dl className="grid grid-cols-2 gap-3 sm:max-w-140">
        <div className="min-w-0 rounded-md border border-line bg-surface px-3 py-2.5">
          <dt className="text-xs text-text-2">Evenness</dt>
          <dd>
            <span className="font-semibold">{evennessWords(evenness)}</span>
            <span className="num ml-2 text-text-2">{evenness.toFixed(2)}</span>
          </dd>
        </div>
        <div className="min-w-0 rounded-md border border-line bg-surface px-3 py-2.5">
          <dt className="text-xs text-text-2">Late</dt>
          <dd>
            <span className="font-semibold">{latePercent(lateness)}</span>
            <span className="num ml-2 text-text-2">
              {lateness.late.toLocaleString('en-GB')} of {plural(lateness.due, 'study', 'studies')} that were due
            </span>
          </dd>
        </div>
      </dl>
      <Doctors doctors={doctors} />
    </div>
  )
}
