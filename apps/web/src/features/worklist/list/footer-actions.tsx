import { maxBulkReports } from '@readroom/contracts/reports/reports'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { Ellipsis } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../components/ui/menu.tsx'
import { cx } from '../../../lib/cx.ts'
import { notify } from '../../../lib/notify.tsx'
import { type OnRows, useRowActions } from './row-actions.tsx'
import { useSelected } from './selection.tsx'

const maxRows = 1000
const maxZipRows = 200

type Props = {
  /** The study of the list to read first. Null if none is left. */
  nextToRead: WorklistRow | null
  onExport: () => void
}

type Action = {
  label: string
  onSelect: () => void
  /** Why the action is impossible now. Shown when the user tries it. */
  missing: string | null
}

/** Returns why an action on the selected studies is impossible, or null. */
function missingFor(rows: readonly WorklistRow[], verb: string, max: number): string | null {
  if (rows.length === 0) return `Please select at least one study to ${verb}`
  return rows.length > max ? `Please select at most ${max.toLocaleString('en-GB')} studies to ${verb}` : null
}

/** Returns the actions of the bottom bar that the role may use, in order. The next step of the role comes first: to read, assign or download reports. */
function useFooterActions({ nextToRead, onExport }: Props): Action[] {
  const { openReading, assign, unauthorize, dispatch, downloadSeveral, downloadReports } = useRowActions()
  const { rows, remove } = useSelected()
  // Changed studies leave the selection, so that the next action doesn't include them.
  const onRows = (label: string, verb: string, act: OnRows | undefined, max = maxRows) =>
    act ? [{ label, onSelect: () => act(rows, remove), missing: missingFor(rows, verb, max) }] : []
  const tooMany = rows.length > maxRows ? missingFor(rows, 'export', maxRows) : null
  const noneLeft = nextToRead ? null : 'No more studies to read in this list'
  const download = onRows('Download Reports', 'download reports of', downloadReports, maxBulkReports)
  const isReceiver = !openReading && !assign
  return [
    ...(isReceiver ? download : []),
    ...(openReading ? [{ label: 'Read Next', onSelect: () => nextToRead && openReading(nextToRead), missing: noneLeft }] : []),
    ...onRows('Assign Study', 'assign', assign),
    ...onRows('Unauthorized', 'unauthorize', unauthorize),
    { label: 'Export Worklist', onSelect: onExport, missing: tooMany },
    ...onRows('Dispatch Report', 'dispatch', dispatch),
    ...onRows('Bulk Zip Download', 'download', downloadSeveral, maxZipRows),
    ...(isReceiver ? [] : download),
  ]
}

const attempt = ({ missing, onSelect }: Action) => (missing ? void notify.warning(missing) : onSelect())

function ActionButton({ action, isFirst }: { action: Action; isFirst: boolean }) {
  const { label, missing } = action
  return (
    <Button
      look={isFirst && !missing ? 'primary' : 'outline'}
      aria-disabled={missing !== null}
      data-tip={missing ?? undefined}
      className={cx('max-lg:h-11', missing && 'text-text-3!', !isFirst && 'max-lg:hidden')}
      onClick={() => attempt(action)}
    >
      {label}
    </Button>
  )
}

/** Shows the actions in a row. Below 1024 px, the first one with a menu for the rest. */
export function FooterActions(props: Props) {
  const actions = useFooterActions(props)
  const [, ...others] = actions
  return (
    <>
      {actions.map((action, index) => (
        <ActionButton key={action.label} action={action} isFirst={index === 0} />
      ))}
      <span className="lg:hidden">
        <Menu
          label="More actions"
          trigger={
            <IconButton size="touch" label="More actions">
              <Ellipsis size={19} />
            </IconButton>
          }
        >
          {others.map((action) => (
            <MenuItem key={action.label} onSelect={() => attempt(action)}>
              {action.label}
            </MenuItem>
          ))}
        </Menu>
      </span>
    </>
  )
}
