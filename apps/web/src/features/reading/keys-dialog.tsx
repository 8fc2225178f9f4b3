import { Dialog } from '../../components/ui/dialog.tsx'
import { Kbd } from '../../components/ui/kbd.tsx'
import { readingKeys } from './reading-keys.ts'

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose} width="max-w-140">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2 overflow-y-auto p-5">
        {readingKeys
          .filter(({ written }) => written !== '')
          .map(({ name, written, does }) => (
            <div key={name} className="contents">
              <dt>
                <Kbd>{written}</Kbd>
              </dt>
              <dd className="text-text-2">{does}</dd>
            </div>
          ))}
      </dl>
    </Dialog>
  )
}
