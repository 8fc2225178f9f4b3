import type { StudySummary } from '@readroom/contracts/patients/summary'
import { Fact } from '../../../components/study/study-facts.tsx'
import { StudyOrders } from '../../../components/study/study-orders.tsx'
import { Section } from './fact-table.tsx'

/** Shows the order of the study and its clinical texts, read-only. */
export function ClinicalTexts({ studyId, clinicalInfo }: Pick<StudySummary, 'clinicalInfo'> & { studyId: string }) {
  const texts = [
    ['Clinical History', clinicalInfo.clinicalHistory],
    ['Previous Injury', clinicalInfo.previousInjury],
    ['Previous Surgery', clinicalInfo.previousSurgery],
  ] as const
  return (
    <div className="max-w-3xl divide-y divide-line px-5">
      <StudyOrders studyId={studyId} className="py-3" />
      {texts.map(([title, text]) => (
        <Section key={title} title={title}>
          <p dir="auto" className="break-words whitespace-pre-wrap select-text">
            <Fact value={text.trim()} />
          </p>
        </Section>
      ))}
    </div>
  )
}
