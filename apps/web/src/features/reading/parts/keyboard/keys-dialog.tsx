import { useState } from 'react'
import { CheckboxField } from '../../../../components/inputs/checkbox.tsx'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { Kbd } from '../../../../components/ui/kbd.tsx'
import { useUser } from '../../../../lib/session/session.ts'
import { keyboardAtOpening, setKeyboardAtOpening } from './keyboard-at-opening.ts'
import { readingKeys } from './reading-keys.ts'

/** Lists the keys of the reading page. The user chooses here who gets the keyboard when a study opens. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { _id: userId } = useUser()
  const [owner, setOwner] = useState(() => keyboardAtOpening(userId))
  const choose = (isReport: boolean) => {
    const chosen = isReport ? 'report' : 'images'
    setKeyboardAtOpening(userId, chosen)
    setOwner(chosen)
  }
  return (
    <Dialog title="Keys" onClose={onClose} width="max-w-140">
      <div className="grid gap-4 overflow-y-auto p-5">
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
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
        <CheckboxField
          labelClass="flex items-center gap-2 border-t border-line pt-4"
          label="Give the keyboard to the report when a study opens, instead of the images"
          checked={owner === 'report'}
          onChange={({ target }) => choose(target.checked)}
        />
      </div>
    </Dialog>
  )
}
