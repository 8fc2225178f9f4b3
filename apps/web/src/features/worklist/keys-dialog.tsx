import { Dialog } from '../../components/ui/dialog.tsx'
import { Kbd } from '../../components/ui/kbd.tsx'
import { useRowActions } from './row-actions.tsx'
import { worklistKeys } from './use-worklist-keys.ts'

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { assign } = useRowActions()
  const shown = worklistKeys.filter((entry) => assign || !('assigns' in entry))
  return (
    <Dialog title="Keys" onClose={onClose} width="max-w-96">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2.5 overflow-y-auto p-5">
        {shown.map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
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
