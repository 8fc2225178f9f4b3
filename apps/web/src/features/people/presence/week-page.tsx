import { DayOfWeek, type DoctorWeek } from '@readroom/contracts/people/presence'
import { imagingModalities } from '@readroom/contracts/studies/modalities'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Select } from '../../../components/inputs/select.tsx'
import { Button, ButtonLink } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { clinicDay, formatLongDay } from '../../../lib/format.ts'
import { useAddress } from '../../../lib/hooks/use-address.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { labChoiceOptions } from '../../../lib/lists/locations.queries.ts'
import { paths } from '../../../lib/paths.ts'
import { weekOptions } from './presence.queries.ts'
import { ShiftFeed } from './shift-feed.tsx'
import { WeekDay } from './week-day.tsx'
import { daysOf, withoutShifts } from './week-days.ts'

const dayMs = 86_400_000
const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** Lists doctors who have no shifts, with the days on which they work. */
function WithoutShifts({ doctors }: { doctors: readonly DoctorWeek[] }) {
  if (doctors.length === 0) return null
  return (
    <section aria-label="Without shifts" className="py-4">
      <h2 className="font-semibold">Without shifts</h2>
      <p className="mt-1 text-sm text-text-2">
        These doctors count as present all day on their available days. The hours above leave them out.
      </p>
      <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(min(100%,230px),1fr))] gap-x-4 gap-y-1">
        {doctors.map(({ _id, fullName, availableDays }) => (
          <li key={_id} className="min-w-0">
            <bdi data-full className="block truncate">
              {fullName}
            </bdi>
            <span className="block text-xs text-text-3">
              {availableDays.length === 0 ? 'Every day' : availableDays.map((day) => day.slice(0, 3)).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows who is on in a week, hour by hour, and when nobody is. */
export default function WeekPage() {
  useTitle('Week')
  const [params, changeAddress] = useAddress()
  const { data: labs = [] } = useQuery(labChoiceOptions)
  const asked = DayOfWeek.safeParse(params.get('day')).data ?? null
  const { data: week, error } = useQuery({ ...weekOptions(asked), placeholderData: keepPreviousData })
  const needed = {
    labId: labs.find(({ value }) => value === params.get('lab'))?.value ?? null,
    modality: imagingModalities.find((modality) => modality === params.get('modality')) ?? null,
  }
  const write = (name: 'day' | 'lab' | 'modality', value: string) =>
    changeAddress((current) => {
      if (value === '') current.delete(name)
      else current.set(name, value)
      return current
    })
  const monday = week?.days[0]?.day
  const isPresent = week?.days.some(({ day }) => day === clinicDay(new Date())) ?? true
  const hasShifts = week?.doctors.some((doctor) => doctor.hasShifts) ?? true
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-260 px-5 py-6 lg:py-10">
        <h1 className="text-xl font-semibold">Week</h1>
        <p className="mt-1 max-w-180 text-text-2">Shifts and absences of the doctors who can be assigned studies.</p>
        <div className="mt-4 flex flex-wrap items-center gap-2 border-b border-line pb-3">
          <Button
            className="max-lg:h-11"
            aria-label="Previous week"
            disabled={!monday || isPresent}
            onClick={() => monday && write('day', addDays(monday, -7))}
          >
            <ChevronLeft size={14} aria-hidden />
          </Button>
          <Button className="max-lg:h-11" disabled={isPresent} onClick={() => write('day', '')}>
            This week
          </Button>
          <Button
            className="max-lg:h-11"
            aria-label="Next week"
            disabled={!monday}
            onClick={() => monday && write('day', addDays(monday, 7))}
          >
            <ChevronRight size={14} aria-hidden />
          </Button>
          <p role="status" className="num flex-1 px-2 font-medium max-sm:basis-full max-sm:px-0">
            {monday && `${formatLongDay(monday)} to ${formatLongDay(addDays(monday, 6))}`}
          </p>
          <Select
            aria-label="Laboratory"
            className="max-sm:flex-1"
            value={needed.labId ?? ''}
            onChange={({ target }) => write('lab', target.value)}
          >
            <option value="">Every laboratory</option>
            {labs.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          <Select
            aria-label="Modality"
            className="max-sm:flex-1"
            value={needed.modality ?? ''}
            onChange={({ target }) => write('modality', target.value)}
          >
            <option value="">Every modality</option>
            {imagingModalities.map((modality) => (
              <option key={modality}>{modality}</option>
            ))}
          </Select>
        </div>
        {!week && !error && <Loading className="py-6" />}
        {!week && error && (
          <FormMessage tone="error">The week could not be loaded. {reasonOf(error, 'The server did not answer.')}</FormMessage>
        )}
        {week && !hasShifts && (
          <div className="grid justify-items-center gap-3 py-10 text-center">
            <p className="font-semibold">No shifts yet</p>
            <p className="max-w-100 text-text-2">
              Enter shifts on the page Doctors. Doctors can enter their own on their profile.
            </p>
            <ButtonLink to={paths.adminDoctors} look="primary" className="max-lg:h-11">
              Enter shifts
            </ButtonLink>
          </div>
        )}
        {week && hasShifts && daysOf(week, needed).map((day) => <WeekDay key={day.day} day={day} />)}
        {week && <WithoutShifts doctors={withoutShifts(week, needed)} />}
        {week && <ShiftFeed ofWhom="the shifts and absences of all doctors" />}
      </div>
    </main>
  )
}
