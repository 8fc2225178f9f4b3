import type { LabIntake } from '@readroom/contracts/operations/system'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { formatInstant } from '../../../lib/format.ts'
import { labPath } from '../../../lib/paths.ts'
import { intakeOptions } from './system.queries.ts'

const cell = 'px-2 py-1.5 lg:px-3 first:pl-0 last:pr-0'
const head = `${cell} font-medium`
const amount = (value: number) => value.toLocaleString('en-GB')

function Row({ _id, name, studies, images, lagSeconds, lastImageAt }: LabIntake) {
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className={`${cell} min-w-20 text-left font-medium wrap-anywhere`}>
        <Link to={labPath(_id)} className="hover:underline">
          <bdi>{name}</bdi>
        </Link>
      </th>
      <td className={`${cell} num text-right`}>{amount(studies)}</td>
      <td className={`${cell} num text-right`}>{amount(images)}</td>
      <td className={`${cell} num text-right`}>
        {lagSeconds === null ? <span className="text-text-2">N/A</span> : `${amount(lagSeconds)} s`}
      </td>
      <td className={`${cell} num text-right text-text-2`}>
        {lastImageAt === null ? 'Nothing received yet' : formatInstant(lastImageAt).text}
      </td>
    </tr>
  )
}

/** Lists active laboratories with today's arrivals, their lag and last image, the longest lag first. */
export function LabIntakeTable() {
  const { data, error } = useQuery(intakeOptions)
  if (!data) return error ? <FormMessage tone="error">The arrivals could not be loaded.</FormMessage> : <Loading />
  if (data.labs.length === 0) return <p className="text-text-2">No laboratories registered.</p>
  return (
    <table aria-label="Intake by laboratory" className="w-full border-collapse border-y border-line">
      <thead>
        <tr className="border-b border-line text-left text-xs text-text-2">
          <th scope="col" className={head}>
            Laboratory
          </th>
          <th scope="col" className={`${head} text-right`}>
            Studies today
          </th>
          <th scope="col" className={`${head} text-right`}>
            Images today
          </th>
          <th scope="col" className={`${head} text-right`}>
            Lag, 90th
          </th>
          <th scope="col" className={`${head} text-right`}>
            Last image
          </th>
        </tr>
      </thead>
      <tbody>
        {data.labs.map((lab) => (
          <Row key={lab._id} {...lab} />
        ))}
      </tbody>
    </table>
  )
}
