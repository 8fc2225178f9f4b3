import type { PatientDocument } from '@readroom/contracts/documents'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { ApiError, messageOf } from '../../lib/api/api-error.ts'
import { notify } from '../../lib/notify.tsx'
import { type DocumentOwner, deleteDocument } from './documents.queries.ts'

function deleteFailure(error: unknown): string {
  if (error instanceof ApiError && error.status === 403) return 'You do not have permission to delete documents'
  return messageOf(error, 'Failed to delete document')
}

type Props = { owner: DocumentOwner; file: PatientDocument; onDeleted: () => void; onClose: () => void }

/** Asks before a document is deleted. */
export function DeleteDocument({ owner, file, onDeleted, onClose }: Props) {
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await deleteDocument(owner, file)
      notify.success('Document deleted successfully')
    } catch (error) {
      notify.error(deleteFailure(error))
    }
    // Also where it failed: somebody else may have been faster.
    onDeleted()
    onClose()
  }
  return (
    <ConfirmDialog
      title="Delete document"
      action={busy ? 'Deleting...' : 'Delete'}
      destructive
      busy={busy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      Are you sure you want to delete "<bdi className="font-medium text-text">{file.fileName}</bdi>"? This action cannot be
      undone.
    </ConfirmDialog>
  )
}
