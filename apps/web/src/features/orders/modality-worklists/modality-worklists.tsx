import { type ModalityWorklist, maxWorklistItems } from '@readroom/contracts/orders/modality-worklists'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RowAction, Text } from '../../../components/list/list-cells.tsx'
import { type ListColumn, ListTable } from '../../../components/list/list-table.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { formatInstant } from '../../../lib/format.ts'
import { DicomSettingsDialog } from '../scanners/dicom-settings-dialog.tsx'
import { ModalityWorklistDialog } from './modality-worklist-dialog.tsx'
import { modalityWorklistsOptions } from './modality-worklists.queries.ts'

const columns: readonly ListColumn<ModalityWorklist>[] = [
  {
    label: 'Laboratory',
    className: '',
    cell: ({ labName, scannerAeTitles }) => (
      <>
        <Text value={labName} className="font-medium max-lg:text-lg max-lg:whitespace-normal" />
        <Text value={scannerAeTitles.join(', ') || 'No scanner AE titles'} className="text-xs text-text-3" />
      </>
    ),
  },
  {
    label: 'Called AE title',
    className: 'w-44',
    cell: ({ settings }) => <Text value={settings?.calledAeTitle ?? null} className="num" />,
  },
  {
    label: 'State',
    className: 'w-28',
    cell: ({ settings }) => (settings === null ? 'Not set up' : settings.isEnabled ? 'Enabled' : 'Disabled'),
  },
  {
    label: 'Last question',
    className: 'w-44',
    cell: ({ settings }) =>
      settings?.lastAskedAt ? (
        <>
          <span className="num whitespace-nowrap">{formatInstant(settings.lastAskedAt).text}</span>
          {settings.lastCutAt && (
            <span className="block text-xs whitespace-normal text-text-2">
              Cut to {maxWorklistItems} orders on <span className="num">{formatInstant(settings.lastCutAt).text}</span>. Scanners
              should ask for one day.
            </span>
          )}
        </>
      ) : (
        'None'
      ),
  },
]

/** Shows the modality worklist of each laboratory. Administrators set it up and change it. */
export function ModalityWorklists() {
  const { data: worklists, error } = useQuery(modalityWorklistsOptions)
  const [open, setOpen] = useState<{ kind: 'edit' | 'settings'; worklist: ModalityWorklist } | null>(null)
  const close = () => setOpen(null)
  return (
    <section aria-labelledby="modality-worklists" className="mt-12">
      <h2 id="modality-worklists" className="text-lg font-semibold">
        Modality worklists
      </h2>
      <p className="mt-1 mb-6 max-w-180 text-text-2">
        Scanners read the open orders of their laboratory by DICOM, so nobody types patients twice. Changes apply within five
        seconds.
      </p>
      {!worklists && (error ? <FormMessage tone="error">The modality worklists could not be loaded.</FormMessage> : <Loading />)}
      {worklists?.length === 0 && <p>No laboratories registered.</p>}
      {worklists && worklists.length > 0 && (
        <ListTable
          label="Modality worklists"
          columns={columns}
          rows={worklists}
          keyOf={({ labId }) => labId}
          nameOf={({ labName }) => labName}
          actionsClass="w-52"
          stale={false}
          actions={(worklist) => (
            <>
              <RowAction onClick={() => setOpen({ kind: 'settings', worklist })}>DICOM settings</RowAction>
              <RowAction onClick={() => setOpen({ kind: 'edit', worklist })}>
                {worklist.settings === null ? 'Set up' : 'Edit'}
              </RowAction>
            </>
          )}
        />
      )}
      {open?.kind === 'edit' && <ModalityWorklistDialog worklist={open.worklist} onClose={close} />}
      {open?.kind === 'settings' && (
        <DicomSettingsDialog labId={open.worklist.labId} labName={open.worklist.labName} onClose={close} />
      )}
    </section>
  )
}
