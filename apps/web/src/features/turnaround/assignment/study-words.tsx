import type { AssignmentProposal } from '@readroom/contracts/turnaround/automatic-assignment'
import { formatInstant } from '../../../lib/format.ts'

type Props = {
  study: Pick<AssignmentProposal, 'patientName' | 'accessionNumber' | 'description' | 'modalities' | 'labName' | 'dueAt'>
}

/** Names a study: its patient, images, laboratory and deadline. */
export function StudyWords({ study }: Props) {
  const { patientName, accessionNumber, description, modalities, labName, dueAt } = study
  return (
    <>
      <p className="font-medium break-words">
        <bdi>{patientName ?? 'N/A'}</bdi>
        <span className="num font-normal text-text-2">
          {' '}
          · <bdi>{accessionNumber ?? 'N/A'}</bdi>
        </span>
      </p>
      <p className="text-sm break-words text-text-2">
        {modalities.join(', ')} · <bdi>{description ?? 'N/A'}</bdi> · <bdi>{labName}</bdi>
        {dueAt && <span className="num"> · due {formatInstant(dueAt).text}</span>}
      </p>
    </>
  )
}
