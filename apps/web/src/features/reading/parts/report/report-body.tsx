import { sideOfImages } from '@readroom/report/laterality'
import { templateMismatch } from '@readroom/report/template-fit'
import type { Node } from 'prosemirror-model'
import { useMemo } from 'react'
import type { Opening } from '../../requests/reading.queries.ts'
import { useReadingStore } from '../../session/reading-store.ts'
import { ReportEditor } from '../editor/report-editor.tsx'
import { SignedVersions } from '../editor/report-text.tsx'
import { KeyImagesPanel } from '../key-images/key-images-panel.tsx'
import { reportTitles, type Writing } from './use-writing.ts'

/** Returns the study's text fields that appear on the printed report. */
const printedOf = ({ patientName, patientId, accessionNumber, description, referringPhysicianName }: Opening['study']) =>
  [patientName, patientId, accessionNumber, description, referringPhysicianName].filter((text) => text !== null)

type Props = {
  opening: Opening
  writing: Writing
  /** The text at the beginning. */
  report: Node
}

/** Shows the text of the report with its key images, and the earlier reports below. */
export function ReportBody({ opening, writing, report }: Props) {
  const { annotations } = useReadingStore()
  const { study, versions, imagesChanged, hasNewReport, hasPriors } = opening
  const { session, state, kind, isMine, isEditable, editor, keyImages, templates } = writing
  const { description, gender: sex } = study
  const imageSide = sideOfImages(opening.series)
  const record = useMemo(() => printedOf(study), [study])
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <ReportEditor
        report={report}
        subject={{
          kind,
          description,
          sex,
          imagesChanged,
          hasNewReport,
          record,
          captions: keyImages.captions,
          imageSide,
          hasPriors,
          misfit: templateMismatch(state?.template?.name ?? null, { description, series: opening.series }),
        }}
        expansion={templates.expansion}
        isEditable={isEditable}
        label={`${reportTitles[kind]} of ${study.patientName ?? 'N/A'}`}
        onReady={editor.onReady}
        onState={editor.onState}
        onBlur={() => void session?.saveNow()}
        onMeasured={annotations.show}
      />
      <KeyImagesPanel
        studyId={study._id}
        keyImages={keyImages}
        isAdding={(state?.keyImages.pictures.length ?? 0) > 0}
        isFailing={(state?.savers.keyImages.failures ?? 0) > 0}
        isEditable={isMine}
        onLeft={() => void session?.saveNow()}
      />
      {versions.length > 0 && (
        <details className="border-t border-line bg-canvas">
          <summary className="cursor-pointer px-4 py-2 font-medium text-text-2">Previously signed</summary>
          <SignedVersions versions={versions} />
        </details>
      )}
    </div>
  )
}
