import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Menu, MenuItem, MenuLink } from '../../components/ui/menu.tsx'
import { paths } from '../../lib/paths.ts'
import { ExportDialog } from './export-dialog.tsx'
import { HoldDialog } from './hold-dialog.tsx'
import { RemovalDialog, type Way } from './removal-dialog.tsx'

/** What administrators do with a patient's data, from the record. */
export function PrivacyMenu({ studyId, onRemoved }: { studyId: string; onRemoved: () => void }) {
  const [dialog, setDialog] = useState<Way | 'hold' | 'export' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <Menu label="Privacy" trigger={<Button className="max-lg:h-11">Privacy</Button>}>
        <MenuItem onSelect={() => setDialog('export')} hint="Everything about the patient in one ZIP">
          Export
        </MenuItem>
        <MenuItem onSelect={() => setDialog('hold')} hint="Keeps everything from being removed">
          Hold
        </MenuItem>
        <MenuItem onSelect={() => setDialog('anonymise')} hint="Keeps counts and times, and nothing that names the patient">
          Anonymise
        </MenuItem>
        <MenuItem onSelect={() => setDialog('erase')} hint="Removes everything, for good">
          Erase
        </MenuItem>
        <MenuLink to={paths.adminPrivacy}>Exports and erasures</MenuLink>
      </Menu>
      {dialog === 'hold' && <HoldDialog studyId={studyId} onClose={close} />}
      {dialog === 'export' && <ExportDialog studyId={studyId} onClose={close} />}
      {(dialog === 'erase' || dialog === 'anonymise') && (
        <RemovalDialog way={dialog} studyId={studyId} onDone={onRemoved} onClose={close} />
      )}
    </>
  )
}
