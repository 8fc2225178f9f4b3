import type { PatientDocument } from '@readroom/contracts/patients/documents'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { ApiError, messageOf } from '../../../lib/api/api-error.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { type DocumentOwner, deleteDocument } from './documents.queries.ts'

function deleteFailure(error: unknown): string {
  if (error instanceof ApiError && error.status === 403) return 'You do not have permission to delete documents'
  return messageOf(error, 'Failed to delete document')
}

type Props = { owner: DocumentOwner; file: PatientDocument; onDeleted: () => void; onClose: () => void }

export function DeleteDocument({ owner, file, onDeleted, onClose }: Props) {
  const { start, isBusy } = useChange({
    change: () => deleteDocument(owner, file),
    done: () => 'Document deleted successfully',
    failed: deleteFailure,
    // Also after a failure, because somebody else may have deleted the document first.
    onEnd() {
      onDeleted()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title="Delete document"
      action={isBusy ? 'Deleting...' : 'Delete'}
      destructive
      busy={isBusy}
      onConfirm={() => start()}
      onCancel={onClose}
    >
      Are you sure you want to delete "<bdi className="font-medium text-text">{file.fileName}</bdi>"? This action cannot be
      undone.
    </ConfirmDialog>
  )
}
