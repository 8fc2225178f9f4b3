import { EyeOff, List, Lock, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../components/ui/menu.tsx'
import { paths, viewersPath } from '../../lib/paths.ts'
import { ExportDialog } from './export-dialog.tsx'
import { HoldDialog } from './hold-dialog.tsx'
import { RemovalDialog, type Way } from './removal-dialog.tsx'

/** Shows the administrator's actions on a patient's data, in the patient record. */
export function PrivacyMenu({ studyId, onRemoved }: { studyId: string; onRemoved: () => void }) {
  const [dialog, setDialog] = useState<Way | 'hold' | 'export' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <ButtonLink className="max-lg:h-11" to={viewersPath(studyId)}>
        Record views
      </ButtonLink>
      <Button className="max-lg:h-11" onClick={() => setDialog('export')}>
        Export data
      </Button>
      <Menu label="Privacy" trigger={<Button className="max-lg:h-11">Privacy</Button>}>
        <MenuLink to={paths.adminPrivacy} icon={<List size={14} aria-hidden />}>
          Exports and erasures
        </MenuLink>
        <MenuItem icon={<Lock size={14} aria-hidden />} onSelect={() => setDialog('hold')} hint="Prevents any removal of data">
          Hold
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={<EyeOff size={14} aria-hidden />}
          onSelect={() => setDialog('anonymise')}
          hint="Keeps counts and times, removes identifying data"
          isDestructive
        >
          Anonymise
        </MenuItem>
        <MenuItem
          icon={<Trash2 size={14} aria-hidden />}
          onSelect={() => setDialog('erase')}
          hint="Permanently removes all data"
          isDestructive
        >
          Erase
        </MenuItem>
      </Menu>
      {dialog === 'hold' && <HoldDialog studyId={studyId} onClose={close} />}
      {dialog === 'export' && <ExportDialog studyId={studyId} onClose={close} />}
      {(dialog === 'erase' || dialog === 'anonymise') && (
        <RemovalDialog way={dialog} studyId={studyId} onDone={onRemoved} onClose={close} />
      )}
    </>
  )
}
