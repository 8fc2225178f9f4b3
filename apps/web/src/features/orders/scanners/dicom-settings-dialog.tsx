import type { Scanner } from '@readroom/contracts/orders/scanners'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { ScannerConnection } from '../../people/labs/lab-connection.tsx'
import { LabArchives } from './lab-archives.tsx'
import { ScannerFormDialog } from './scanner-form-dialog.tsx'
import { ScannerList } from './scanner-list.tsx'

function Part({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-medium">
        {title}
      </h3>
      <p className="mb-2 text-sm text-text-2">{hint}</p>
      {children}
    </section>
  )
}

type Props = { labId: string; labName: string; onClose: () => void }

/** Shows how the scanners and archives of a laboratory are connected, and tests them. */
export function DicomSettingsDialog({ labId, labName, onClose }: Props) {
  const [edited, setEdited] = useState<Scanner | null>(null)
  if (edited) return <ScannerFormDialog labId={labId} scanner={edited} onClose={() => setEdited(null)} />
  return (
    <Dialog
      title={`DICOM settings of ${labName}`}
      width="max-w-[960px]"
      onClose={onClose}
      footer={
        <Button className="max-lg:h-11" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="grid min-h-0 content-start gap-6 overflow-y-auto px-5 py-4">
        <Part title="Image archive" hint="Scanners send images to it.">
          <ScannerConnection labId={labId} />
        </Part>
        <Part title="Scanners" hint="A test asks the scanner by C-ECHO. It stores nothing.">
          <ScannerList labId={labId} onEdit={setEdited} />
        </Part>
        <Part title="Archives that receive reports" hint="A test message waits behind reports that are queued.">
          <LabArchives labId={labId} />
        </Part>
      </div>
    </Dialog>
  )
}
