import type { WorklistRow } from '@readroom/contracts/studies'
import { Building2, Eye, FileArchive, GalleryHorizontalEnd, HardDriveDownload, IdCard, Info, Monitor } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu, MenuItem } from '../../components/ui/menu.tsx'
import { useRowActions } from './row-actions.tsx'

/** The viewers that a study can be opened in, and the ways to have its images. */
export function StudyMenu({ row, trigger }: { row: WorklistRow; trigger: ReactNode }) {
  const { openPatient, openSummary, openViewer, ...actions } = useRowActions()
  const { openArchiveViewer, launchDesktop, downloadZip, downloadDirect, setLocation } = actions
  const size = row.downloadOptions.fileSizeMB
  return (
    <Menu label="Viewers and downloads" trigger={trigger}>
      <MenuItem icon={<IdCard size={14} />} hint="History, documents, priors" onSelect={() => openPatient(row)}>
        Patient details
      </MenuItem>
      <MenuItem icon={<Info size={14} />} hint="Course, assignments, downloads" onSelect={() => openSummary(row)}>
        Patient information
      </MenuItem>
      <MenuItem icon={<Eye size={14} />} hint="In the browser" onSelect={() => openViewer(row)}>
        OHIF viewer
      </MenuItem>
      {openArchiveViewer && (
        <MenuItem
          icon={<GalleryHorizontalEnd size={14} />}
          hint="In the browser, one series at a time"
          onSelect={() => openArchiveViewer(row)}
        >
          Archive viewer
        </MenuItem>
      )}
      <MenuItem icon={<Monitor size={14} />} hint="A program on this computer" onSelect={() => launchDesktop(row)}>
        Desktop viewer
      </MenuItem>
      <MenuItem
        icon={<FileArchive size={14} />}
        hint={size === null ? 'Prepared when it is not there yet' : `${size.toFixed(1)} MB, ready`}
        onSelect={() => downloadZip(row)}
      >
        Download ZIP
      </MenuItem>
      <MenuItem icon={<HardDriveDownload size={14} />} hint="Packed on the way" onSelect={() => downloadDirect(row)}>
        Download from archive
      </MenuItem>
      {setLocation && (
        <MenuItem icon={<Building2 size={14} />} hint="The laboratory that it belongs to" onSelect={() => setLocation(row)}>
          Set location
        </MenuItem>
      )}
    </Menu>
  )
}
