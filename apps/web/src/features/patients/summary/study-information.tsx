import type { StudySummary, SummarySeries } from '@readroom/contracts/patients/summary'
import { marksAt, markWords } from '@readroom/contracts/studies/study-marks'
import { urgencyLabels, urgencyOf } from '@readroom/contracts/studies/urgency'
import { Fact } from '../../../components/study/study-facts.tsx'
import { formatDate, formatInstant, plural } from '../../../lib/format.ts'
import { Section } from './fact-table.tsx'
import { FewOfSeries } from './series-table.tsx'

function factsOf({ patientInfo, studyInfo, clinicalInfo }: StudySummary) {
  const made = [studyInfo.studyDate && formatDate(studyInfo.studyDate), studyInfo.studyTime?.slice(0, 5)]
  const uploaded = formatInstant(studyInfo.uploadDateTime)
  const marks = marksAt('summary', studyInfo)
  return [
    { label: 'Description', value: studyInfo.examDescription },
    { label: 'Modality', value: studyInfo.modality },
    { label: 'Location', value: studyInfo.location },
    { label: 'Study date', value: made.filter(Boolean).join(' ') },
    { label: 'Uploaded', value: uploaded.text, tip: uploaded.exact },
    {
      label: 'Series, images',
      value: `${plural(studyInfo.numberOfSeries, 'series', 'series')}, ${plural(studyInfo.numberOfImages, 'image')}`,
    },
    { label: 'Referred by', value: studyInfo.referredBy },
    { label: 'Born', value: patientInfo.dateOfBirth && formatDate(patientInfo.dateOfBirth) },
    { label: 'Urgency', value: urgencyLabels[urgencyOf(studyInfo)] },
    { label: 'MLC case', value: studyInfo.mlcCase ? 'Yes' : 'No' },
    { label: 'Study type', value: studyInfo.studyType },
    ...(marks.length > 0
      ? [{ label: 'Marked', value: marks.map((mark) => markWords(mark, studyInfo.markNotes)).join(', ') }]
      : []),
    { label: 'Clinical history', value: clinicalInfo.clinicalHistory.trim(), className: 'line-clamp-4 whitespace-pre-line' },
  ]
}

type Props = { summary: StudySummary; series: string | readonly SummarySeries[] }

/** Shows the study's details and its series. */
export function StudyInformation({ summary, series }: Props) {
  return (
    <>
      <Section title="Study Information">
        <dl className="mt-0.5 grid grid-cols-[110px_1fr] gap-y-1 text-sm">
          {factsOf(summary).map(({ label, value, tip, className }) => (
            <div key={label} className="contents">
              <dt className="text-text-2">{label}</dt>
              <dd data-tip={tip} className="num min-w-0 break-words">
                <Fact value={value} {...(className && { className })} />
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section
        title="Series"
        className="border-t border-line text-sm"
        aside={<span className="num text-text-2">{typeof series === 'string' ? null : series.length}</span>}
      >
        <FewOfSeries series={series} />
      </Section>
    </>
  )
}
