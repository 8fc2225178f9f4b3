import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Menu, MenuItem, MenuLink } from '../../components/ui/menu.tsx'
import { paths } from '../../lib/paths.ts'
import { ExportDialog } from './export-dialog.tsx'
import { HoldDialog } from './hold-dialog.tsx'
import { RemovalDialog, type Way } from './removal-dialog.tsx'

/** Shows the administrator's actions on a patient's data, in the patient record. */
export function PrivacyMenu({ studyId, onRemoved }: { studyId: string; onRemoved: () => void }) {
  const [dialog, setDialog] = useState<Way | 'hold' | 'export' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <Menu label="Privacy" trigger={<Button className="max-lg:h-11">Privacy</Button>}>
        <MenuItem onSelect={() => setDialog('export')} hint="All data of the patient in one ZIP">
          Export
        </MenuItem>
        <MenuItem onSelect={() => setDialog('hold')} hint="Prevents any removal of data">
          Hold
        </MenuItem>
        <MenuItem onSelect={() => setDialog('anonymise')} hint="Keeps counts and times, removes identifying data">
          Anonymise
        </MenuItem>
        <MenuItem onSelect={() => setDialog('erase')} hint="Permanently removes all data">
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
