import { Dialog } from '../../../components/ui/dialog.tsx'
import { Kbd } from '../../../components/ui/kbd.tsx'
import { useRowActions } from '../list/row-actions.tsx'
import { worklistKeys, writtenKeys } from './worklist-keys.ts'

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const actions = useRowActions()
  const shown = worklistKeys.filter((key) => !('needs' in key) || actions[key.needs])
  return (
    <Dialog title="Keys" onClose={onClose} width="max-w-150">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2 overflow-y-auto p-5">
        {shown.map(({ name, does }) => (
          <div key={name} className="contents">
            <dt className="flex flex-wrap gap-1">
              {writtenKeys(name).map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd className="text-text-2">{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
