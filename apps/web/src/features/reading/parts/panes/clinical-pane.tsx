import type { HistorySource, WorklistRow } from '@readroom/contracts/studies/studies'
import { useQuery } from '@tanstack/react-query'
import { Fact } from '../../../../components/study/study-facts.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { Kbd } from '../../../../components/ui/kbd.tsx'
import { recordOptions } from '../../../../lib/studies/record-queries.ts'
import { writtenKey } from '../keyboard/reading-keys.ts'

function Text({ title, text }: { title: string; text: string | null | undefined }) {
  return (
    <section aria-label={title} className="border-t border-line py-2.5 first:border-0 first:pt-0">
      <h3 className="font-semibold text-text-2">{title}</h3>
      <p dir="auto" className="break-words whitespace-pre-wrap select-text">
        <Fact value={text?.trim() || null} />
      </p>
    </section>
  )
}

type Props = {
  study: WorklistRow
  clinicalHistory: string
  historySource: HistorySource
  insertHistory: (() => void) | null
}

/** Shows the laboratory's information about the patient and the reason for the study. */
export function ClinicalPane({ study, clinicalHistory, historySource, insertHistory }: Props) {
  const { data } = useQuery(recordOptions({ patientId: study.patientId, studyId: study._id }))
  const { clinicalInfo, studyInfo } = data ?? {}
  return (
    <section
      aria-label="Clinical information of the study"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className="min-h-0 overflow-y-auto p-4 -outline-offset-2"
    >
      <Text title={historySource === 'order' ? 'Clinical history (from the order)' : 'Clinical history'} text={clinicalHistory} />
      <Text title="Reason for the study" text={studyInfo?.technologist.reasonToSend} />
      <Text title="Comments of the technologist" text={studyInfo?.technologist.comments} />
      <Text title="Previous injury" text={clinicalInfo?.previousInjury} />
      <Text title="Previous surgery" text={clinicalInfo?.previousSurgery} />
      <Text title="Referring physician" text={study.referringPhysicianName} />
      {insertHistory && (
        <Button className="mt-2" disabled={clinicalHistory.trim() === ''} onClick={insertHistory}>
          Insert into report <Kbd>{writtenKey('insertHistory')}</Kbd>
        </Button>
      )}
    </section>
  )
}
