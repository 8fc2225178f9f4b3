import { type Lab, type LabDetails, labEndpoints } from '@readroom/contracts/people/labs'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DeleteDialog } from '../../../components/form/delete-dialog.tsx'
import { LoadingDialog, useRecord } from '../../../components/form/linked-record.tsx'
import { api } from '../../../lib/api/api.ts'
import { useDialogUrl } from '../../../lib/dialog-url.ts'
import { LabEditDialog } from './lab-edit-dialog.tsx'
import { LabViewDialog } from './lab-view-dialog.tsx'
import { labKeys, labOptions } from './labs.queries.ts'

type Loaded = { lab: LabDetails; reload: () => Promise<LabDetails | undefined> }

const titles: Record<string, string> = { view: 'Lab Details', edit: 'Edit Lab', delete: 'Delete lab' }

type WithLabProps = { labId: string; title: string | undefined; onMissing: () => void; children: (loaded: Loaded) => ReactNode }

function WithLab({ labId, title, onMissing, children }: WithLabProps) {
  const { data, refetch } = useRecord(labOptions(labId), 'Failed to fetch lab details', onMissing)
  if (!data) return title ? <LoadingDialog title={title} onClose={onMissing} /> : null
  return children({ lab: data, reload: async () => (await refetch()).data })
}

/** Shows the dialog named in the address. */
export function LabDialogs({ rows }: { rows: readonly Lab[] }) {
  const client = useQueryClient()
  const { dialog, id, open, close } = useDialogUrl('lab')
  if (!id) return null
  const changed = () => void client.invalidateQueries({ queryKey: labKeys.pages })

  const askToDelete = ({ _id, name }: Pick<Lab, '_id' | 'name'>) => (
    <DeleteDialog
      title="Delete lab"
      name={name}
      remove={() => api.call(labEndpoints.remove, { params: { labId: _id } }).then(changed)}
      removed="Lab deleted successfully"
      failed="Failed to delete lab"
      inUse="LAB_IN_USE"
      onDeactivate={() => open('edit', _id)}
      onClose={close}
    />
  )
  const row = rows.find(({ _id }) => _id === id)
  if (dialog === 'delete' && row) return askToDelete(row)
  return (
    <WithLab key={id} labId={id} title={titles[dialog ?? '']} onMissing={close}>
      {({ lab, reload }) => {
        if (dialog === 'view') return <LabViewDialog lab={lab} onEdit={() => open('edit', id)} onClose={close} />
        if (dialog === 'edit') return <LabEditDialog lab={lab} reload={reload} onSaved={changed} onClose={close} />
        return dialog === 'delete' ? askToDelete(lab) : null
      }}
    </WithLab>
  )
}
