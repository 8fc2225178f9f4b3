import type { PatientStudy } from '@readroom/contracts/patients/patients'
import { Columns2, Download, Eye, IdCard } from 'lucide-react'
import { Link } from 'react-router-dom'
import { StatusLabel } from '../../../../components/study/status-dot.tsx'
import { Fact } from '../../../../components/study/study-facts.tsx'
import { IconButton } from '../../../../components/ui/icon-button.tsx'
import { formatDate } from '../../../../lib/format.ts'
import { signedReportPath } from '../../../../lib/paths.ts'
import { signedWords } from '../../../../lib/studies/reading-words.ts'
import { useShownRecord } from './record-field.tsx'

/** The actions on a study of the patient. */
export type StudyActions = {
  openStudy: (study: PatientStudy) => void
  compareStudy: (study: PatientStudy, current: PatientStudy) => void
  downloadStudy: (study: PatientStudy) => void
  /** Opens the record with another study. */
  showRecord: (study: PatientStudy) => void
}

const headClass = 'px-2 py-2 text-left text-xs font-medium text-text-2 first:pl-0 last:pr-0'
const cellClass = 'px-2 py-1.5 align-middle first:pl-0 last:pr-0'

function Actions({
  study,
  current,
  openStudy,
  compareStudy,
  downloadStudy,
  showRecord,
}: { study: PatientStudy; current: PatientStudy | undefined } & StudyActions) {
  const name = study.examDescription ?? study.modality ?? 'study'
  return (
    <span className="flex justify-end gap-0.5">
      <IconButton label={`Open images: ${name}`} className="max-lg:size-11" onClick={() => openStudy(study)}>
        <Eye size={15} />
      </IconButton>
      {!study.isCurrent && current && (
        <IconButton
          label={`Compare with this study: ${name}`}
          className="max-lg:size-11"
          onClick={() => compareStudy(study, current)}
        >
          <Columns2 size={15} />
        </IconButton>
      )}
      <IconButton label={`Download ZIP: ${name}`} className="max-lg:size-11" onClick={() => downloadStudy(study)}>
        <Download size={15} />
      </IconButton>
      {!study.isCurrent && !study.isPrior && (
        <IconButton label={`Show the record with: ${name}`} className="max-lg:size-11" onClick={() => showRecord(study)}>
          <IdCard size={15} />
        </IconButton>
      )}
    </span>
  )
}

/** Lists the patient's studies in this laboratory that the account may open. */
export function StudiesTab(actions: StudyActions) {
  const { allStudies } = useShownRecord().record
  const current = allStudies.find(({ isCurrent }) => isCurrent)
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-[760px]">
        <caption className="sr-only">All studies of this patient</caption>
        <thead>
          <tr className="border-b border-line">
            {['Name', 'Study date', 'Description', 'Modality', 'Series', 'Accession', 'Status', 'Reported by'].map((head) => (
              <th key={head} scope="col" className={headClass}>
                {head}
              </th>
            ))}
            <th scope="col" className={headClass}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {allStudies.map((study) => (
            <tr key={study.studyId} aria-current={study.isCurrent || undefined} className="border-b border-line">
              <td className={`${cellClass} min-w-24 font-medium wrap-anywhere`}>
                <Fact value={study.patientName} />
              </td>
              <td className={`${cellClass} num`}>
                <Fact value={study.studyDate && formatDate(study.studyDate)} />
              </td>
              <td className={cellClass}>
                <Fact value={study.examDescription} className="break-words" />
                {study.isCurrent && <span className="ml-2 rounded-xs bg-accent-wash px-1.5 text-xs">This study</span>}
                {study.isPrior && <span className="ml-2 rounded-xs bg-sunken px-1.5 text-xs text-text-2">Prior, read only</span>}
              </td>
              <td className={cellClass}>
                <Fact value={study.modality} />
              </td>
              <td className={`${cellClass} num`}>
                {study.numberOfSeries}/{study.numberOfImages}
              </td>
              <td className={`${cellClass} num`}>
                <Fact value={study.accessionNumber} />
              </td>
              <td className={cellClass}>
                <StatusLabel status={study.workflowStatus} />
              </td>
              <td className={cellClass}>
                <Fact value={study.reportedBy} />
                {study.signedReport && (
                  <Link to={signedReportPath(study.studyId)} className="block w-fit text-sm text-accent-text underline">
                    {signedWords(study.signedReport)}
                  </Link>
                )}
              </td>
              <td className={cellClass}>
                <Actions study={study} current={current} {...actions} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
