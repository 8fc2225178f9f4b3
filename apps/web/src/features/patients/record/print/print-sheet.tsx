import { formatSize } from '@readroom/contracts/core/file-size'
import type { PatientRecord, PatientStudy } from '@readroom/contracts/patients/patients'
import { statusTable } from '@readroom/contracts/studies/study-workflow'
import { Fact, UrgencyBadge } from '../../../../components/study/study-facts.tsx'
import { QrCode } from '../../../../components/ui/qr-code.tsx'
import { ShownZone } from '../../../../components/ui/shown-zone.tsx'
import { capital, formatDate, formatInstant } from '../../../../lib/format.ts'
import { recordFields, sections } from '../record-fields.ts'
import { PaperFacts, PaperSection, PaperTable, PaperText } from './paper-parts.tsx'
import { physicianFacts, technologistFacts, topFacts, visitFacts } from './record-facts.ts'

/** Shows an accession number as a QR code with the number below. */
function AccessionCode({ accessionNumber }: { accessionNumber: string }) {
  return (
    <figure className="w-24 shrink-0 text-center">
      <QrCode text={accessionNumber} label="Accession number as a QR code" />
      <figcaption className="num text-xs break-all">{accessionNumber}</figcaption>
    </figure>
  )
}

/** Shows the patient and study, repeated on every sheet. */
function RunningHead({ record: { patientInfo, studyInfo } }: { record: PatientRecord }) {
  const facts = [
    ['ID', patientInfo.patientId],
    ['Born', patientInfo.dateOfBirth && formatDate(patientInfo.dateOfBirth)],
    ['Accession', studyInfo.accessionNumber],
  ] as const
  return (
    <div className="mb-3 border-b border-text pb-1.5">
      <p className="text-lg font-semibold break-words">
        <Fact value={patientInfo.fullName} />
      </p>
      <dl className="flex flex-wrap gap-x-4 text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="flex min-w-0 gap-1.5">
            <dt className="text-text-2">{label}</dt>
            <dd className="num min-w-0 break-all">
              <Fact value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Title({ record, printedBy, printedAt }: SheetProps) {
  const { studyInfo, visitInfo } = record
  const { accessionNumber, caseType, priorityLevel } = studyInfo
  return (
    <div className="flex items-start justify-between gap-6">
      <div className="min-w-0">
        <h1 className="flex flex-wrap items-center gap-x-2.5 text-xl font-semibold">
          Patient details
          <UrgencyBadge study={{ caseType, priority: priorityLevel }} />
        </h1>
        <p className="mt-0.5 font-medium break-words">
          <Fact value={visitInfo.center} />
        </p>
        <p className="num mt-0.5 text-sm text-text-2">
          Printed {formatInstant(printedAt.toISOString()).text} by <bdi>{printedBy}</bdi>
        </p>
        <ShownZone className="text-sm text-text-2" />
      </div>
      {accessionNumber && <AccessionCode accessionNumber={accessionNumber} />}
    </div>
  )
}

function Documents({ documents, studyReports }: PatientRecord) {
  const all = [...documents, ...studyReports].toSorted((a, b) => b.uploadedAt.localeCompare(a.uploadedAt))
  return (
    <PaperSection title="Documents">
      {all.length === 0 ? (
        <p className="text-text-2">No Documents Found</p>
      ) : (
        <PaperTable
          label="Documents"
          rows={all}
          keyOf={({ _id }) => _id}
          columns={[
            { head: 'File', cell: ({ fileName }) => <bdi>{fileName}</bdi> },
            { head: 'Size', cell: ({ size }) => formatSize(size) },
            { head: 'Type', cell: ({ documentType }) => capital(documentType) },
            { head: 'Uploaded', cell: ({ uploadedAt }) => formatInstant(uploadedAt).text },
            { head: 'By', cell: ({ uploadedBy }) => <bdi>{uploadedBy}</bdi> },
          ]}
        />
      )}
    </PaperSection>
  )
}

const studyColumns = [
  { head: 'Name', cell: ({ patientName }: PatientStudy) => <Fact value={patientName} /> },
  { head: 'Study date', cell: ({ studyDate }: PatientStudy) => <Fact value={studyDate && formatDate(studyDate)} /> },
  { head: 'Description', cell: ({ examDescription }: PatientStudy) => <Fact value={examDescription} /> },
  { head: 'Modality', cell: ({ modality }: PatientStudy) => <Fact value={modality} /> },
  { head: 'Series', cell: ({ numberOfSeries, numberOfImages }: PatientStudy) => `${numberOfSeries}/${numberOfImages}` },
  { head: 'Accession', cell: ({ accessionNumber }: PatientStudy) => <Fact value={accessionNumber} /> },
  { head: 'Status', cell: ({ workflowStatus }: PatientStudy) => statusTable[workflowStatus].label },
  { head: 'Reported by', cell: ({ reportedBy }: PatientStudy) => <Fact value={reportedBy} /> },
]

type SheetProps = { record: PatientRecord; printedBy: string; printedAt: Date }

/** Renders the patient record for printing, with all the data of the dialog. */
export function PrintSheet(props: SheetProps) {
  const { record, printedAt } = props
  const { studyInfo, allStudies } = record
  const { referring, requesting } = studyInfo.physicians
  return (
    <table role="presentation" className="paper">
      <thead className="paper-head">
        <tr>
          <td>
            <RunningHead record={record} />
          </td>
        </tr>
      </thead>
      <tbody>
        <tr className="paper-body">
          <td>
            <Title {...props} />
            <PaperSection title="Patient & Study Related Information">
              <PaperFacts facts={topFacts(record, printedAt)} />
            </PaperSection>
            {sections.clinical.map((name) => (
              <PaperText key={name} title={recordFields[name].label} text={record.clinicalInfo[name]} />
            ))}
            <PaperSection title="Referring physician" aside={referring.source}>
              <PaperFacts facts={physicianFacts(referring)} />
            </PaperSection>
            <PaperSection title="Requesting physician" aside={requesting.source}>
              <PaperFacts facts={physicianFacts(requesting)} />
            </PaperSection>
            <PaperSection title="Technologist" aside={studyInfo.technologist.source}>
              <PaperFacts facts={technologistFacts(record)} />
            </PaperSection>
            <PaperSection title="Visit information">
              <PaperFacts facts={visitFacts(record)} />
            </PaperSection>
            <Documents {...record} />
            <PaperSection title="All studies">
              <PaperTable label="All studies" rows={allStudies} keyOf={({ studyId }) => studyId} columns={studyColumns} />
            </PaperSection>
          </td>
        </tr>
      </tbody>
    </table>
  )
}
