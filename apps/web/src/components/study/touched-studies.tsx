import { formatDate } from '../../lib/format.ts'
import { Fact } from './study-facts.tsx'

type TouchedStudy = {
  studyId: string
  patientName: string | null
  birthDate: string | null
  studyDate: string | null
  description: string | null
  modality: string | null
  accessionNumber: string | null
}

const cellClass = 'px-2 py-1.5 text-left align-top first:pl-0 last:pr-0'

/** Lists the studies that an action will change, with the name and birth date in each. */
export function TouchedStudies({ studies }: { studies: readonly TouchedStudy[] }) {
  return (
    <table aria-label="Affected studies" className="w-full border-y border-line text-sm">
      <thead>
        <tr className="border-b border-line text-xs text-text-2">
          {['Name', 'Birth date', 'Study date', 'Study'].map((head) => (
            <th key={head} scope="col" className={`${cellClass} font-medium`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {studies.map((study) => (
          <tr key={study.studyId} className="border-b border-line last:border-b-0">
            <td className={`${cellClass} min-w-24 font-medium wrap-anywhere`}>
              <Fact value={study.patientName} />
            </td>
            <td className={`${cellClass} num whitespace-nowrap`}>
              <Fact value={study.birthDate && formatDate(study.birthDate)} />
            </td>
            <td className={`${cellClass} num whitespace-nowrap`}>
              <Fact value={study.studyDate && formatDate(study.studyDate)} />
            </td>
            <td className={`${cellClass} wrap-anywhere`}>
              <Fact value={[study.modality, study.description, study.accessionNumber].filter(Boolean).join(', ') || null} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
