import type { DocumentCategory, PatientDocument } from '@readroom/contracts/patients/documents'
import type { PatientRecord } from '@readroom/contracts/patients/patients'
import { useCallback, useId, useMemo, useState } from 'react'
import { cx } from '../../../lib/cx.ts'
import { notify } from '../../../lib/notify.tsx'
import { ChosenFiles } from './chosen-files.tsx'
import { DeleteDocument } from './delete-document.tsx'
import { mergeFiles } from './document-files.ts'
import { DocumentPreview } from './document-preview.tsx'
import { DocumentTable } from './document-table.tsx'
import { UploadTools } from './upload-tools.tsx'
import { useDownload } from './use-download.ts'
import { useFileIntake } from './use-file-intake.ts'
import { useUploads } from './use-uploads.ts'

type Props = {
  /** Null if the patient has none. */
  patientId: string | null
  studyId: string
  documents: readonly PatientDocument[]
  studyReports: readonly PatientDocument[]
  permissions: PatientRecord['permissions']
  /** Called when the documents given here are out of date. */
  onChanged: () => void
}

/** Shows a patient's documents, together with the reports of their studies. */
export function DocumentsPanel({ patientId, studyId, documents, studyReports, permissions, onChanged }: Props) {
  const { canEdit, canUpload, canDownload } = permissions
  const heading = useId()
  const owner = useMemo(() => ({ patientId, studyId }), [patientId, studyId])
  const files = useMemo(() => mergeFiles(documents, studyReports), [documents, studyReports])
  const [category, setCategory] = useState<DocumentCategory>('clinical')
  const [looking, setLooking] = useState<PatientDocument | null>(null)
  const [deleting, setDeleting] = useState<PatientDocument | null>(null)
  const uploads = useUploads(owner, onChanged)
  const download = useDownload(owner, canDownload, onChanged)

  const choose = (chosen: File[]) => {
    if (canUpload) void uploads.choose(chosen, category)
    else notify.error('You do not have permission to upload files')
  }
  const { isOver, dropTarget } = useFileIntake(choose)
  const upload = () => {
    if (canUpload && uploads.chosen.length > 0) void uploads.uploadAll()
    else notify.error('Please select file(s) or check your permissions')
  }
  const preview = useCallback(
    (file: PatientDocument) => {
      if (canDownload) setLooking(file)
      else notify.error('You do not have permission to download documents')
    },
    [canDownload],
  )

  return (
    <section
      aria-labelledby={heading}
      className={cx('min-w-0 rounded-sm', isOver && 'bg-accent-wash outline-2 outline-accent outline-dashed')}
      {...dropTarget}
    >
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 id={heading} className="mr-auto font-semibold">
          Documents <span className="num font-regular text-text-3">{files.length}</span>
        </h3>
        {canUpload && (
          <UploadTools
            category={category}
            onCategory={setCategory}
            onChoose={choose}
            onUpload={upload}
            isReady={uploads.chosen.some(({ progress }) => progress === null)}
          />
        )}
      </div>
      <ChosenFiles chosen={uploads.chosen} onCategory={uploads.setCategory} onRemove={uploads.remove} />
      <DocumentTable files={files} onPreview={preview} onDownload={download} onDelete={canEdit ? setDeleting : undefined} />
      {looking && (
        <DocumentPreview owner={owner} file={looking} onDownload={download} onGone={onChanged} onClose={() => setLooking(null)} />
      )}
      {deleting && <DeleteDocument owner={owner} file={deleting} onDeleted={onChanged} onClose={() => setDeleting(null)} />}
    </section>
  )
}
